export { createOwnTimers } from './ownTimers.js'
export { createReportingTest } from './reportingTest.js'
