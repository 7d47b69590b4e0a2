declare module '*?raw' {
  const text: string
  // biome-ignore lint/style/noDefaultExport: as bundlers give it
  export default text
}
