import * as kit from 'preseal/vitest'
import { expect, test, vi } from 'vitest'
import { testClients } from './clientsApp.cjs'

const advance = (ms) => vi.advanceTimersByTimeAsync(ms)
testClients({ test, expect, kit, advance })
