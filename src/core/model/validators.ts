/** Users who may check the georeferences of others: staff, also trusted contributors, or all signed-in users. */
export const VALIDATORS = ['staff', 'trusted', 'everyone'] as const
export type Validators = (typeof VALIDATORS)[number]

export const DEFAULT_VALIDATORS: Validators = 'trusted'
