// React puts renders off; in jsdom it does so in real time, unless it finds
// setImmediate as it is loaded.
const { fireEvent, render, screen } = require('@testing-library/react')
const { staysFinal } = require('preseal/explore')
const { explore } = require('preseal/jest')
const { createElement, useState } = require('react')

const bob = '0x0000000000000000000000000000000000000b0b'

function App({ provider }) {
  const [shown, setShown] = useState('ready')
  const read = async (blockTag) => {
    const params = [bob, blockTag]
    return await provider.request({ method: 'eth_getBalance', params })
  }
  const onClick = async () => {
    try {
      setShown('first')
      await read('latest')
      setShown('second')
      await read('pending')
      setShown('read')
    } catch {
      setShown('failed')
    }
  }
  return createElement('button', { onClick }, shown)
}

for (let time = 1; time <= 20; time++)
  explore(
    `a page of React, ${time}`,
    async ({ node, watch }) => {
      const { provider } = node
      const page = render(createElement(App, { provider }))
      const look = () => screen.getByRole('button').textContent
      watch('button', look, [staysFinal('read')])
      fireEvent.click(await screen.findByText('ready'))
      return page.unmount
    },
    { runs: 3 },
  )
