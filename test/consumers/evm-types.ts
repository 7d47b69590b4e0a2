import { type Engine, type Execution, evm } from 'preseal/evm'

export const engine: Engine = evm()
export const halt = ({ halt }: Execution): string | undefined => halt

// @ts-expect-error Types of the package are there, not `any`.
engine.execute(5)
