// What all papers about money have in common: whose they are, for which time, and columns of amounts.
import type { Api } from './api.ts'
import { byName, daysBetween, isolated, sum } from './format.ts'
import { html, type Children } from './html.ts'
import { readAll, useAdvertiserNames, useLoad, usePublisherNames, type Loaded, type Names } from './hooks.ts'
import type { Session } from './session.ts'
import type { Invoice, Money, Statement } from './shapes.ts'

export type Kind = 'statements' | 'invoices'
export type Paper = Statement | Invoice

/** By their address in the API. */
export const PAPERS = {
  statements: { one: 'Statement', owners: 'publishers', ownerField: 'publisherId', owner: 'Publisher' },
  invoices: { one: 'Invoice', owners: 'advertisers', ownerField: 'advertiserId', owner: 'Advertiser' },
} as const

export const ownerOf = (paper: Paper): string => ('publisherId' in paper ? paper.publisherId : paper.advertiserId)
export const periodOf = ({ from, to }: Paper): string => daysBetween(from, to)
/** Its id where the key may not read what somebody is called. */
export function nameIn(names: Names, id: string): Children {
  const name = names.get(id)
  return name === undefined ? html`<span class="mono">${id}</span>` : html`<bdi>${name}</bdi>`
}

/** Names of publishers and advertisers together. */
export function useOwnerNames({ api, who }: Session, ids: readonly string[]): Names {
  const kindOf = (start: string) => ids.filter((id) => id.startsWith(start))
  const publishers = usePublisherNames(api, who.may.admin || who.role === 'publisher', kindOf('pub_'))
  return new Map([...publishers, ...useAdvertiserNames(api, who.may.inventory, kindOf('adv_'))])
}

export function amountColumn<T>(name: string, amount: (row: T) => Money) {
  return {
    name,
    right: true,
    of: (row: T) => sum(amount(row)),
    by: (row: T) => Number(amount(row).amount),
  }
}

/** Whose papers there may be. */
export interface Owner {
  readonly id: string
  readonly name: string
  readonly archivedAt?: string
}

/** Also those who were archived meanwhile. */
export function useOwners(api: Api, kind: Kind): Loaded<readonly Owner[]> {
  const { owners } = PAPERS[kind]
  return useLoad(
    async (signal) => byName(await readAll<Owner>(api, `${owners}?includeArchived=true`, signal)),
    [owners],
  )
}

export const calledOf = ({ name, archivedAt }: Owner): string => (archivedAt ? `${isolated(name)} (archived)` : name)
