import * as kit from 'preseal/deno'
import { declare } from './app.cjs'

declare({ test: kit.test, kit })
