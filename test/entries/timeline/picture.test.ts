import { type Address, createMockNode } from 'preseal'
import { reorderedSeal, revertedAfterAll } from 'preseal/presets'
import { formatTimeline } from 'preseal/timeline'
import { describe, expect, test } from 'vitest'
import { alice, bob, ether, miner } from '../../node/actors.js'
import { hostile, playHostile } from './playHostile.js'

describe('svg', () => {
  test('default: lanes and marks, with names for all of them', async () => {
    const svg = formatTimeline(await playHostile(), {
      as: 'svg',
      title: hostile,
    })
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" /)
    const lanes = ['script', 'requests', 'pending', 'latest', 'transactions']
    for (const lane of lanes)
      expect(svg).toContain(`class="lane">${lane}</text>`)
    const legend = svg.slice(svg.indexOf('<g class="legend">'))
    expect(
      Array.from(
        legend.matchAll(/class="dim">([^<]+)</g),
        ([, label]) => label,
      ),
    ).toEqual([
      'sent',
      'pre-confirmed, 0: first in its block',
      'sealed, 0: first in its block',
      'dropped',
      'request',
      'failed request',
      'step',
      'pending',
      'latest',
    ])
    expect(svg).toContain(
      '<title>&#34;pay&#34; pre-confirmed at 200 ms: block 1 beat 1, index 0; 0x0000…11ce to 0x0000…0b0b, 1 ether</title>',
    )
    // Whoever does not see it has how long, how much and the first wrong.
    expect(svg).toMatch(
      /role="img" aria-label="[^"]*: 0 to 6000 ms, 3 blocks sealed, \d+ transactions\. First thing that went wrong: 300 ms [^"]*failed: -32601 Method not found/,
    )
    expect(svg).not.toContain('<img')
    expect(svg).not.toContain('</script>')
  })
})

/** What the titles of these marks and boxes say. */
function titlesOf(svg: string, type: string): string[] {
  const marks = svg.slice(0, svg.indexOf('<g class="legend">'))
  return Array.from(
    marks.matchAll(RegExp(`<g class="${type}"><title>([^<]+)<`, 'g')),
    ([, title = '']) => title.replaceAll('&#34;', '"'),
  )
}

describe('what went otherwise', () => {
  const funded = {
    accounts: { [alice]: { balance: ether }, [bob]: { balance: ether } },
  }
  const from = (label: string, sender: Address = alice) =>
    ({ at: 100, type: 'preconfirm', label, from: sender, to: miner }) as const

  test('behavior: a reorg could not be seen', () => {
    const svg = drawLosses(960)
    expect(titlesOf(svg, 'latest gone')).toEqual([
      expect.stringMatching(
        /^block 2 0x\w{8} is latest from 4000 to 4400 ms, 1 tx: "tip"; replaced by a reorg at 4400 ms$/,
      ),
    ])
    expect(svg).toContain('class="in-latest gone">block 2</text>')
    expect(svg).toContain(
      'class="bad">reorg: block 2 replaced, without &#34;tip&#34;</text>',
    )
    expect(titlesOf(svg, 'omitted')).toEqual([
      '"tip" left out at 4400 ms: block 2; 0x0000…11ce to 0x0000…0b0b, 1 wei',
    ])
  })

  test('behavior: a block that was replaced at once was in no picture', () => {
    const node = createMockNode(funded)
    node.preconfirm({ label: 'pay', from: alice, to: bob, value: 1n })
    node.nextBlock()
    node.reorg()
    const svg = formatTimeline(node, { as: 'svg' })
    expect(titlesOf(svg, 'latest gone')).toEqual([
      'block 1 is latest from 2000 to 2000 ms; replaced by a reorg at 2000 ms',
    ])
    expect(svg).toContain('class="in-latest gone">block 1</text>')
    // The block before it makes room, and neither name stands on the other.
    const boxes = [
      ...svg.matchAll(
        /<g class="latest[^"]*"><title>[^<]*<\/title><rect x="([\d.]+)"[^>]* width="([\d.]+)"/g,
      ),
    ].map(([, x, width]) => ({ x: Number(x), end: Number(x) + Number(width) }))
    const [before, gone] = boxes.sort((one, other) => one.x - other.x)
    expect(before?.end).toBeLessThanOrEqual(gone?.x ?? 0)
  })

  test('behavior: a reordered seal showed no order', () => {
    const node = createMockNode(reorderedSeal())
    node.advance(4_000)
    const svg = formatTimeline(node, { as: 'svg' })
    expect(svg).toContain(
      '>block 1 reordered: &#34;payment#2&#34;, &#34;payment&#34;</text>',
    )
    expect(svg).toContain('>&#34;payment&#34; 0 → 1')
    expect(svg).toContain('>&#34;payment#2&#34; 1 → 0')
  })

  test('behavior: reverted, omitted and dropped looked alike', () => {
    const node = createMockNode({
      ...funded,
      steps: [
        { ...from('fails'), status: 'reverted' },
        from('left out', bob),
        { ...from('taken back', miner), value: 0n },
        { at: 300, type: 'drop', transaction: 'taken back' },
        { at: 500, type: 'planSeal', omit: ['left out'] },
      ],
    })
    node.advance(3_000)
    const svg = formatTimeline(node, { as: 'svg' })
    const many = ['preconfirmed reverted', 'sealed reverted', 'omitted']
    for (const type of [...many, 'dropped'])
      expect(titlesOf(svg, type)).toHaveLength(1)
    for (const said of ['fails&#34; reverted', 'left out&#34; left out'])
      expect(svg).toContain(said)
    expect(svg).toContain('taken back&#34; dropped')
  })

  test('a transaction that reverted over the whole picture had no name', () => {
    const steps = [{ ...from('fails'), status: 'reverted' as const }]
    const node = createMockNode({ ...funded, steps })
    node.advance(2_000)
    const svg = formatTimeline(node, { as: 'svg' })
    expect(svg).toMatch(
      /<text[^>]*class="name bad"[^>]*>[^<]*fails&#34; reverted/,
    )
  })

  test('behavior: a payment that only its sealed block reverts', () => {
    const node = createMockNode(revertedAfterAll())
    node.advance(4_000)
    const svg = formatTimeline(node, { as: 'svg' })
    expect(titlesOf(svg, 'preconfirmed')).toHaveLength(1)
    expect(titlesOf(svg, 'sealed reverted')).toHaveLength(1)
  })

  test('behavior: sent and pre-confirmed at once were one disc', () => {
    const node = createMockNode({
      ...funded,
      steps: [{ ...from('now'), at: 0 }],
    })
    node.advance(1_000)
    const svg = formatTimeline(node, { as: 'svg' })
    const [, sent] = /<circle cx="([\d.]+)"/.exec(svg) ?? []
    const [, entered] = /<path d="M([\d.]+) \d+l9 9/.exec(svg) ?? []
    expect(Number(entered) - Number(sent)).toBeGreaterThan(13)
  })

  test('a contract that was called had a lane of 0 wei', () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: miner, value: 0n, data: '0x01' })
    node.advance(3_000)
    const svg = formatTimeline(node, { as: 'svg' })
    expect(svg).toContain('>balance of 0x0000…11ce</text>')
    expect(formatTimeline(node, { as: 'svg', account: miner })).toContain(
      '>balance of 0x0000…fee5</text>',
    )
  })

  test('a page did not say that a script, not code, was why', () => {
    const node = createMockNode(funded)
    node.preconfirm({ from: alice, to: bob, status: 'reverted' })
    node.advance(3_000)
    expect(formatTimeline(node, { as: 'html' })).toContain(
      'reverted, as scripted: its code did not run',
    )
  })

  test('options: whose balance has a lane, under pending and latest', () => {
    const node = createMockNode({ ...funded, steps: [from('pay')] })
    node.setBalance({ address: miner, value: 5n })
    node.advance(3_000)
    const ofBob = formatTimeline(node, { as: 'svg', account: bob })
    expect(ofBob).toContain('>balance of 0x0000…0b0b</text>')
    const svg = formatTimeline(node, { as: 'svg' })
    expect(
      titlesOf(svg, 'wei pending').concat(titlesOf(svg, 'wei latest')),
    ).toMatchInlineSnapshot(`
      [
        "eth_getBalance of 0x0000…fee5, pending, answers 5 wei from 0 ms",
        "eth_getBalance of 0x0000…fee5, latest, answers 5 wei from 0 ms",
      ]
    `)
  })

  test('options: width, all within a phone', () => {
    for (const width of [360, 390, 1_280]) {
      const svg = drawLosses(width)
      const ends = Array.from(
        svg.matchAll(/<text x="([\d.]+)"[^>]*?>([^<]*)</g),
        ([all, px, said = '']) => {
          const letters = said.replaceAll(/&#\d+;/g, '"').length * 7.3
          return Number(px) + (all.includes('middle') ? letters / 2 : letters)
        },
      )
      expect(Math.max(...ends)).toBeLessThan(width)
    }
  })
})

/** A picture so many px wide: a payment, a drop and a reorg. */
function drawLosses(width: number): string {
  const node = createMockNode({ accounts: { [alice]: { balance: ether } } })
  const pay = (label: string, value: bigint) =>
    node.preconfirm({ from: alice, to: bob, value, label })
  pay('pay', 3n)
  node.advance(500)
  pay('swap', 2n)
  node.advance(400)
  node.drop('swap')
  node.advance(1_200)
  pay('tip', 1n)
  node.advance(2_300)
  node.reorg({ depth: 1, omit: ['tip'] })
  node.advance(800)
  return formatTimeline(node, { as: 'svg', title: 'Three payments', width })
}
