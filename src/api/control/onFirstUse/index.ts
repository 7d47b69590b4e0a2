export { dumpState, loadState } from './anvilState.js'
export { likeHardhat } from './likeHardhat.js'
export { metadata, nodeInfo } from './nodeInfo.js'
export { unknownMethod } from './unknownMethod.js'
