export type {
  AccessListItem,
  AccountChange,
  Authorization,
  Changes,
  Engine,
  Environment,
  Execution,
  ExecutionLog,
  Hardfork,
  Message,
  StateReader,
} from '../engine/engine.js'
export type {
  Native,
  NativeCall,
  NativeFrame,
  NativeResult,
} from '../engine/native.js'
export type {
  FrameType,
  ObservedFrame,
  ObservedResult,
  Observer,
  Step,
} from '../engine/observer.js'
export { evm } from './evm.js'
