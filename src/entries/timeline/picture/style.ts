/** Light and dark, of the drawing alone; shapes tell what colours do. */
export const pictureStyle = `
.preseal{--ink:#1d2530;--dim:#5b6675;--line:#dde2e8;--pending:#fff3d6;--pending-line:#9a6a00;--latest:#dcebff;--latest-line:#1d5fb0;--bad:#b3261e;--good:#1b6e3c;font:12px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){.preseal{--ink:#e6ebf2;--dim:#9aa7b8;--line:#2b3440;--pending:#3a2f14;--pending-line:#e0b04a;--latest:#15304f;--latest-line:#7db4f5;--bad:#ff8a80;--good:#7bd8a0}}
.preseal text{fill:var(--ink);stroke:none}
.preseal text.dim{fill:var(--dim)}
.preseal text.lane{fill:var(--dim);font-weight:600}
.preseal .grid{stroke:var(--line);fill:none}
.preseal .pending rect{fill:var(--pending);stroke:var(--pending-line);stroke-dasharray:4 3}
.preseal .latest rect{fill:var(--latest);stroke:var(--latest-line)}
.preseal .beat{stroke:var(--pending-line);fill:none}
.preseal .life{stroke:var(--dim);stroke-width:2;fill:none}
.preseal .sent circle{fill:var(--back,#fff);stroke:var(--ink);stroke-width:2}
.preseal .preconfirmed path{fill:var(--pending-line)}
.preseal .sealed rect{fill:var(--latest-line)}
.preseal .dropped path,.preseal .failed path{stroke:var(--bad);stroke-width:2.5;fill:none}
.preseal .request path{stroke:var(--good);stroke-width:2.5;fill:none}
.preseal .fault path{fill:var(--bad)}
.preseal .step circle{fill:var(--ink)}
.preseal .now{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:2 2;fill:none}`

/** Of the page around it. */
export const pageStyle = `
:root{--paper:#fff;--text:#1d2530;--soft:#5b6675;--edge:#d5dbe3;--mark:#dcebff;--warn:#b3261e}
@media (prefers-color-scheme:dark){:root{--paper:#11161d;--text:#e6ebf2;--soft:#9aa7b8;--edge:#2b3440;--mark:#15304f;--warn:#ff8a80}}
.preseal{--back:var(--paper);display:block;overflow:hidden;cursor:pointer}
body{margin:0;padding:16px 20px;background:var(--paper);color:var(--text);font:14px/1.5 system-ui,sans-serif}
h1{font-size:20px;margin:0}h2{font-size:15px;margin:0 0 6px}
header p,.key,#range{color:var(--soft);margin:2px 0 12px}
[role=toolbar]{display:flex;flex-wrap:wrap;gap:6px;align-items:center;margin-bottom:8px}
[role=toolbar] button{font:inherit;padding:4px 10px;border:1px solid var(--edge);border-radius:6px;background:transparent;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--warn);outline-offset:1px}
#range{margin:0 0 0 8px;font-variant-numeric:tabular-nums}
.below{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.2fr);gap:24px;margin-top:8px;border-top:1px solid var(--edge);padding-top:14px}
@media (max-width:760px){.below{grid-template-columns:minmax(0,1fr)}}
table{border-collapse:collapse;width:100%;margin:10px 0;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:600;padding-bottom:4px}
th,td{text-align:left;padding:3px 8px 3px 0;border-bottom:1px solid var(--edge);font-weight:400;overflow-wrap:anywhere;vertical-align:top}
th[scope=col]{color:var(--soft)}th[scope=row]{font-weight:600;white-space:nowrap}
#happened{margin:0 0 8px;padding-left:18px;min-height:3em;overflow-wrap:anywhere}
#lines{list-style:none;margin:0;padding:0;max-height:420px;overflow:auto;position:relative;font:12px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
#lines button{font:inherit;display:block;width:100%;text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;border:0;border-left:3px solid transparent;background:transparent;color:inherit;padding:2px 8px;cursor:pointer}
#lines [aria-current]{background:var(--mark);border-left-color:currentColor}
#lines .failed,#lines .dropped{color:var(--warn)}`
