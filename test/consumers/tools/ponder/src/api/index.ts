import { db } from 'ponder:api'
import schema from 'ponder:schema'
import { Hono } from 'hono'

const app = new Hono()

app.get('/said', async (context) => {
  const rows = await db.select().from(schema.said)
  return context.json(
    rows.map(({ id, value, block }) => [id, `${value}`, `${block}`]),
  )
})

export default app
