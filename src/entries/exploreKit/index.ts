export {
  createExplore,
  type ExploreFn,
  type ExploreTest,
} from './createExplore.js'
