import * as query from '@tanstack/react-query'
import * as library from '@testing-library/react'
import * as kit from 'preseal/vitest'
import { expect, test } from 'vitest'
import * as wagmi from 'wagmi'
import { testSockets } from './websocketApp.cjs'

testSockets({ test, expect, kit, library, wagmi, query })
