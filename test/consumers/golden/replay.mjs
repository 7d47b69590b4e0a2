const strides = [1, 7, 199, 200, 333, 2_000]

/** Throws where a node answers otherwise than a transcript has it. */
export async function replay({ createMockNode, parseScenario }, transcripts) {
  for (const [name, transcript] of Object.entries(transcripts))
    for (const stride of strides) {
      const node = createMockNode(parseScenario(transcript.scenario))
      for (const [index, instant] of transcript.instants.entries()) {
        while (node.now < instant)
          node.advance(Math.min(stride, instant - node.now))
        for (const [at, request] of transcript.requests.entries()) {
          const said = JSON.stringify(await ask(node, request))
          const expected = JSON.stringify(transcript.answers[index][at])
          if (said !== expected)
            throw new Error(
              `${name} in strides of ${stride} ms, at ${instant} ms: ${JSON.stringify(request)} is answered with ${said} instead of ${expected}`,
            )
        }
      }
    }
}

function ask({ provider }, request) {
  return provider.request(request).then(
    (result) => ({ result }),
    ({ code, message, data, status }) => ({
      error: { code, message, data, status },
    }),
  )
}
