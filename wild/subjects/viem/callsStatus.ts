import { everySentIsTold } from 'preseal/explore'
import { journey } from '../../journey.js'
import type { Subject } from '../../subject.js'
import { bob, userOf, type Viem } from '../../viem.js'

export const subject: Subject = {
  software: 'viem',
  versions: { '2.57.20': 'holds' },
  law: 'waitForCallsStatus settles',
  async explore(load) {
    const viem = await load<Viem>('viem')
    return {
      kinds: { never: 0 },
      runs: 100,
      body: journey(
        [everySentIsTold({ ends: /success|failure|failed/, within: 90_000 })],
        async (explored, show) => {
          const user = userOf(viem, explored)
          const { id } = await user.sendCalls({
            calls: [{ to: bob, value: 1n }],
          })
          const { status } = await user.waitForCallsStatus({ id })
          show(`${status}`)
        },
      ),
    }
  },
}
