import * as library from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import * as kit from 'preseal/vitest'
import { afterEach, expect, test } from 'vitest'
import { testKit } from './kitApp.cjs'

afterEach(library.cleanup)
testKit({ test, expect, kit, library, userEvent })
