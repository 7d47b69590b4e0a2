export {
  type BundledOperation,
  type Bundler,
  type BundlerOptions,
  createBundler,
  type SponsorRequest,
} from './createBundler.js'
