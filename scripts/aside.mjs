#!/usr/bin/env node
// The command `aside`: finds a Node that can run the program, and runs it where the caller stands.
import { join } from 'node:path'
import { findNode, ROOT, runWith } from './find-node.mjs'

runWith(findNode(), [join(ROOT, 'src', 'cli', 'main.ts'), ...process.argv.slice(2)], { cwd: process.cwd() })
