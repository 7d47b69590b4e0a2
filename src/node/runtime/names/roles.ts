/** The role of a text in a step, among the names of steps. */
export type Role =
  /** The label that the step itself gets, for later ones to name it. */
  | 'label'
  /** The label of an earlier step of type `preconfirm`, or a hash. */
  | 'transaction'
  /** The label of an earlier step of type `fault` or `inclusion`. */
  | 'faultLabel'
  /** No name, and nothing in it is one. */
  | 'noName'

/** Roles by field: what a list is to its items, it is to each of them. */
export type Roles = Role | { readonly [field: string]: Roles }

/** The texts in a value that may be names; hex and tags are no names. */
type RolesIn<value> = [string] extends [value]
  ? Role
  : value extends string | number | bigint | boolean | undefined
    ? never
    : value extends readonly (infer item)[]
      ? RolesIn<item>
      : [keyof RolesOf<value>] extends [never]
        ? never
        : RolesOf<value> | 'noName'

/** The role of every field of a step that may hold any text. */
export type RolesOf<step> = {
  readonly [field in KeyOf<step> as [RolesIn<ValueOf<step, field>>] extends [
    never,
  ]
    ? never
    : field]: RolesIn<ValueOf<step, field>>
}

type KeyOf<fields> = fields extends unknown ? keyof fields : never

type ValueOf<fields, field> = fields extends unknown
  ? field extends keyof fields
    ? NonNullable<fields[field]>
    : never
  : never
