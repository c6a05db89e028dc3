// The embedded store keeps the promises of every store, on real files.
import { storeContract } from './contract-suite.ts'
import { openSubject } from './open-subject.ts'

storeContract('sqlite', openSubject)
