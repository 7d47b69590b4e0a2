// The part in use, for whoever compiles this without the types of Deno.
// biome-ignore lint/style/noNamespace: Deno declares it like this
declare namespace Deno {
  type DeclareTest = (name: string, run: () => unknown) => void
  const test: DeclareTest & { only: DeclareTest; ignore: DeclareTest }
}
