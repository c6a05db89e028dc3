// Markup as tagged templates. What is put into a template is always text or an element, never markup.
import htm from 'htm'
import { h, type ComponentChildren, type VNode } from 'preact'

export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode

export type Children = ComponentChildren
export type Element = VNode | null

/** The function between the tags of a component, without the white space that may stand beside it. */
export function between<A, B>(children: unknown): (value: A) => B {
  return [children].flat().find((child) => typeof child === 'function') as (value: A) => B
}
