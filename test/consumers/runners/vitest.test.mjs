import * as kit from 'preseal/vitest'
import { test } from 'vitest'
import { declare } from './app.cjs'

declare({ test, kit })
