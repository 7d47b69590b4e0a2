import theme from 'vitepress/theme-without-fonts'
// biome-ignore lint/correctness/useImportExtensions: no module of TypeScript
import './style.css'

export default theme
