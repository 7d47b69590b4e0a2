export type {
  AccessListItem,
  AccountChange,
  Authorization,
  Changes,
  Engine,
  Environment,
  Execution,
  Hardfork,
  Message,
  Native,
  NativeCall,
  NativeFrame,
  NativeResult,
  StateReader,
} from '../../engine/engine.js'
export type {
  ExecutionLog,
  FrameType,
  ObservedFrame,
  ObservedResult,
  Observer,
  Step,
} from '../../engine/observer.js'
export { type EvmOptions, evm } from './evm.js'
