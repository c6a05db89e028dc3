// Markup as tagged templates. What is put into a template is always text or an element, never markup.
import htm from 'htm'
import { h, type ComponentChildren, type VNode } from 'preact'

export const html = htm.bind(h) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode

export type Children = ComponentChildren
export type Element = VNode | null
