import * as kit from 'preseal/vitest'
import { expect, test } from 'vitest'
import { testClients } from './clientsApp.cjs'

testClients({ test, expect, kit })
