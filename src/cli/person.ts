// Who asks, as options of a command tell it.

export interface Person {
  readonly country?: string | undefined
  readonly region?: string | undefined
  /** For frequency caps. */
  readonly user?: string | undefined
}

/** The `userContext` of a request; what was not given is not in it. */
export function personOf({ country, region, user }: Person): object {
  return {
    ...(user && { userId: user }),
    ...((country || region) && { demographics: { ...(country && { country }), ...(region && { region }) } }),
  }
}
