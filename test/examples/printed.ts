import { vi } from 'vitest'

/** What is printed in this process, which takes no second to start. */
export async function printed(act: () => Promise<unknown>): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await act()
    return log.mock.calls.map(([line]) => `${line}\n`).join('')
  } finally {
    log.mockRestore()
  }
}
