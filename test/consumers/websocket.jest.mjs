import { expect, test } from '@jest/globals'
import * as query from '@tanstack/react-query'
import * as library from '@testing-library/react'
import * as kit from 'preseal/jest'
import * as wagmi from 'wagmi'
import websocketApp from './websocketApp.cjs'

websocketApp.testSockets({ test, expect, kit, library, wagmi, query })
