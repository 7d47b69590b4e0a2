import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: { exclude: [...configDefaults.exclude, 'failing/**'] },
})
