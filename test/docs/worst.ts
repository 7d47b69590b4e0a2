/** Sentences that once stood here, each with what stands there now. */
export const worst: readonly (readonly [string, string])[] = [
  [
    'What is no block is refused, with the path of the field.',
    'Malformed blocks are rejected with the path of the field.',
  ],
  [
    'Signed are types 0x0, 0x1, 0x2 and 0x4.',
    'It accepts signed types 0x0, 0x1, 0x2 and 0x4.',
  ],
  [
    'Which requests they act on is said by `methods`.',
    '`methods` narrows a fault.',
  ],
  [
    'One that makes its own `node` uses that one instead.',
    'If a snippet declares its own `node`, use that.',
  ],
  [
    'Whatever was queued since then opens the next block.',
    'Transactions queued after the last beat go into the next block.',
  ],
  [
    'Where steps move a beat meanwhile, `tick` and `seal` go with it.',
    '`nextBeat` and `nextBlock` follow steps that move a beat.',
  ],
  [
    'Of several with the same label it is the newest that is queued.',
    'If several transactions share a label, it means the newest.',
  ],
  [
    'What the test does wrong is thrown at once.',
    'A mistake in the test throws at once.',
  ],
  ['A jump back counts as no time.', 'The node ignores a jump backwards.'],
  [
    'Know where each of them trips over a block.',
    "Know each client's pitfalls.",
  ],
  [
    'Where a user has a say, take a wallet instead.',
    'If the user can refuse, use a wallet instead.',
  ],
  ['How it learns of news.', 'How it gets updates.'],
  [
    'Wait a turn for what was said to arrive.',
    'Wait a turn, so that messages can arrive.',
  ],
  [
    'viem tries a reverted call three times again.',
    'viem retries a reverted call three times.',
  ],
  [
    '`node.fault` returns how to lift the fault.',
    '`node.fault` returns a function that lifts the fault.',
  ],
  [
    '`until` ends the taking of requests.',
    'After `until`, no more requests are caught.',
  ],
  [
    'One that hangs already goes on hanging until then.',
    'Requests that hang already stay so until then.',
  ],
  [
    'What `omit` leaves out is told as dropped in the order of the block.',
    'Transactions in `omit` emit `dropped` in block order.',
  ],
  [
    'What a step throws is thrown by the verb that moved time.',
    'If a step throws, the method that moved time throws that error.',
  ],
  [
    'To a verb a label means the newest transaction that has it.',
    'In a method, a label means the newest transaction with that label.',
  ],
  [
    "viem's `waitForTransactionReceipt` tells of it as `replaced`.",
    "viem's `waitForTransactionReceipt` reports it as `replaced`.",
  ],
  [
    'Its sender is told that the connection failed.',
    'Its sender sees a connection error.',
  ],
  ['Who sends again, sends twice.', 'A sender that retries pays twice.'],
  [
    'What it does may be another thing then.',
    'The effect of the transaction may then differ.',
  ],
  [
    '`sealAs.amend` lies over what was executed.',
    '`planSeal({ amend })` overrides the execution.',
  ],
  [
    '`eth_call` and its kin need nothing said.',
    '`eth_call` and similar methods need no setup.',
  ],
  ['Where news are told.', 'Subscriptions and filters under faults.'],
  [
    'It waits for that transaction and goes when it goes.',
    'It waits behind that transaction.',
  ],
  [
    'State of the wallet is none of the node.',
    'Wallet state is not part of the node.',
  ],
  [
    'The story of what came to pass on chain 1.',
    'The story of what happened on chain 1.',
  ],
  [
    'After this page you can record a live endpoint.',
    'Record a live endpoint for some seconds.',
  ],
  ['A contract is brought in five lines.', 'Add a contract in five lines.'],
  [
    'A wallet stands in front of the node, whose user is your test.',
    'A wallet sits in front of the node, and your test plays its user.',
  ],
  [
    'Transactions do what bytecode makes of them, as Fjord has it.',
    'A transaction with `execute: true` runs the code at `to`.',
  ],
  [
    'On OP chains it pays what Fjord has it pay.',
    'On OP chains it pays the L1 fee of Fjord.',
  ],
  ['An `erc721` is a collection likewise.', '`erc721` is a collection.'],
  [
    'BLOCKHASH tells the hashes that the node has.',
    "BLOCKHASH returns the node's hashes.",
  ],
  ['Requests that failed come before all else.', 'Failed requests come first.'],
  ['What it makes of the values that it takes.', 'Result of an instruction.'],
  [
    'Fake they are as well, since a long jump waits but one turn.',
    'They stay fake too: a long jump waits only one turn.',
  ],
  [
    '`@sinonjs/fake-timers` has such one.',
    'Such a clock is in `@sinonjs/fake-timers`.',
  ],
  ['It waits for those between.', 'It waits until the gap is filled.'],
  [
    'It waits, also if `node.drop` removed one of them.',
    'It waits, even if `node.drop` opened the gap.',
  ],
  [
    'You can have blocks go wrong at a chosen moment.',
    'You can break a block at a chosen moment.',
  ],
  ['The kit creates a node a test.', 'The kit creates a node for each test.'],
  ['Null where the node has none.', 'Null if the node has none.'],
  ['Whose reads see the block.', 'The reads that see the block.'],
  ['Null in the place of a value.', 'Null in place of a value.'],
]
