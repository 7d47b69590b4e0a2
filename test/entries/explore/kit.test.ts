import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
