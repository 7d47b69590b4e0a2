import type { Property } from '../property.js'
import { doors } from './doors.js'
import { files } from './files.js'
import { leap } from './leap.js'
import { model } from './model.js'
import { past } from './past.js'
import { programs } from './programs.js'
import { reads } from './reads.js'
import { requests } from './requests.js'
import { revert } from './revert.js'

export const properties: { readonly [key: string]: Property } = {
  model,
  leap,
  reads,
  revert,
  past,
  doors,
  requests,
  files,
  programs,
}
