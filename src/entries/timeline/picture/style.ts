/**
 * Light and dark, of the drawing alone; shapes carry the meaning of colours.
 */
export const pictureStyle = `
.preseal{--ink:#1d2530;--dim:#5b6675;--line:#dde2e8;--pending:#fff3d6;--pending-line:#9a6a00;--latest:#dcebff;--latest-line:#1d5fb0;--bad:#b3261e;--bad-back:#fde9e7;--good:#1b6e3c;--shown:#eef0f3;font:12px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){.preseal{--ink:#e6ebf2;--dim:#9aa7b8;--line:#2b3440;--pending:#3a2f14;--pending-line:#e0b04a;--latest:#15304f;--latest-line:#7db4f5;--bad:#ff8a80;--bad-back:#3d1d1b;--good:#7bd8a0;--shown:#232b36}}
.preseal text{fill:var(--ink);stroke:none}
.preseal .grid{stroke:var(--line);fill:none}
.preseal text.dim{fill:var(--dim)}
.preseal text.lane{fill:var(--dim);font-weight:600}
.preseal .bad{fill:var(--bad)}
.preseal .pending rect{fill:var(--pending);stroke:var(--pending-line);stroke-dasharray:4 3}
.preseal .latest rect{fill:var(--latest);stroke:var(--latest-line)}
.preseal .wei rect{stroke:none}
.preseal .shown rect{fill:var(--shown);stroke:var(--dim)}
.preseal .wrong rect{fill:var(--bad-back);stroke:var(--bad);stroke-width:2}
.preseal text.in-shown{font-weight:600}
.preseal .gone>rect{fill:none;stroke:var(--bad);stroke-dasharray:2 3}
.preseal text.gone{text-decoration:line-through;fill:var(--bad)}
.preseal .reorg{stroke:var(--bad);stroke-width:2;fill:none}
.preseal .strike{stroke:var(--bad);stroke-width:2.5;fill:none}
.preseal .beat{stroke:var(--pending-line);fill:none}
.preseal .life{stroke:var(--dim);stroke-width:2;fill:none}
.preseal .sent circle{fill:var(--back,#fff);stroke:var(--ink);stroke-width:2}
.preseal g.preconfirmed path{fill:var(--pending-line)}
.preseal g.sealed rect{fill:var(--latest-line);stroke:none}
.preseal g.preconfirmed text,.preseal g.sealed text{fill:var(--back,#fff);font-size:10px;font-weight:700}
.preseal g.reverted rect,.preseal g.reverted path{fill:var(--back,#fff);stroke:var(--bad);stroke-width:2}
.preseal g.reverted text{fill:var(--bad);font-size:12px}
.preseal g.gone rect{fill:none;stroke:var(--latest-line);stroke-width:1.5}
.preseal g.sealed.gone text{fill:var(--dim)}
.preseal .dropped path,.preseal .failed path,.preseal .omitted path,.preseal .omitted circle{stroke:var(--bad);stroke-width:2.5;fill:none}
.preseal .omitted circle{fill:var(--back,#fff)}
.preseal .request path{stroke:var(--good);stroke-width:2.5;fill:none}
.preseal .fault path{fill:var(--bad)}
.preseal .step path{fill:var(--ink)}
.preseal .now{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:2 3;opacity:.7;fill:none}`

/** The style of the page around it. */
export const pageStyle = `
:root{--paper:#fff;--text:#1d2530;--soft:#5b6675;--edge:#d5dbe3;--mark:#dcebff;--warn:#b3261e}
@media (prefers-color-scheme:dark){:root{--paper:#11161d;--text:#e6ebf2;--soft:#9aa7b8;--edge:#2b3440;--mark:#15304f;--warn:#ff8a80}}
.preseal{--back:var(--paper);display:block;overflow:hidden;cursor:pointer}
body{margin:0;padding:16px 20px;background:var(--paper);color:var(--text);font:14px/1.5 system-ui,sans-serif}
h1{font-size:20px;margin:0;overflow-wrap:anywhere}h2{font-size:15px;margin:0 0 6px}
header p,#range{color:var(--soft);margin:2px 0 12px}
[role=group]{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin-bottom:8px}
[role=group] button{font:inherit;padding:4px 10px;border:1px solid var(--edge);border-radius:6px;background:transparent;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--warn);outline-offset:1px}
#range{margin:0 0 0 8px;font-variant-numeric:tabular-nums}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:12px;margin:12px 0 8px;align-items:start}
.cards section{border:1px solid var(--edge);border-left:4px solid var(--soft);border-radius:6px;padding:10px 14px;min-width:0}.cards .failed{border-left-color:var(--warn)}
.cards h2{font-size:13px;color:var(--soft);margin:0 0 4px}
#failure p,#wrong,#wrong p{font-size:16px;color:var(--text);margin:0;overflow-wrap:anywhere;white-space:pre-line}#wrong>p:first-child,#wrong b{font-weight:600}#wrong li b{font-weight:400}.cards .cause{border-left-color:var(--warn)}#wrong ol{font-size:14px;margin:8px 0 0;padding-left:20px}#wrong ol~p{font-size:14px;margin-top:8px}#wrong li+li{margin-top:4px}#wrong button{font:inherit;font-weight:600;color:var(--warn);background:none;border:0;padding:0;text-decoration:underline;cursor:pointer}
.below{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.2fr);gap:24px;margin-top:8px;border-top:1px solid var(--edge);padding-top:14px}
@media (max-width:760px){body{padding:12px}.keys{display:none}.below{grid-template-columns:minmax(0,1fr)}[role=group] button{padding:8px 10px}}
table{border-collapse:collapse;width:100%;margin:10px 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding-bottom:4px}
th,td{text-align:left;padding:3px 8px 3px 0;border-bottom:1px solid var(--edge);font-weight:400;overflow-wrap:anywhere;vertical-align:top}
th[scope=col]{color:var(--soft)}th[scope=row]{font-weight:600;white-space:nowrap}
#spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
#happened{margin:0 0 8px;padding-left:18px;min-height:3em;overflow-wrap:anywhere}
#lines{list-style:none;margin:0;padding:0;max-height:420px;overflow:auto;position:relative;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
#lines button{font:inherit;display:block;width:100%;text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;border:0;border-left:3px solid transparent;background:transparent;color:inherit;padding:2px 8px;cursor:pointer}
#lines [aria-current]{background:var(--mark);border-left-color:currentColor}
#lines .failed,#lines .dropped{color:var(--warn)}
#failure p{color:var(--warn);font-weight:600}
#failure pre{max-height:420px;overflow:auto;margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
#page{width:100%;height:120px;margin-top:8px;border:1px solid var(--edge);background:#fff}`
