// Holds an installation to the currency its books were opened in: the same micros in another one would be another sum.
import type { SettingStore } from '../../store/contract.ts'

/** @throws Error in a sentence where the books are in another currency */
export async function holdCurrency(settings: SettingStore, currency: string): Promise<void> {
  const kept = await settings.read(NAME)
  if (kept === undefined) await settings.write(NAME, currency)
  else if (kept !== currency) {
    throw new Error(
      `The books in this data folder are in ${kept}, and ASIDE_CURRENCY says ${currency}; set it to ${kept}, or choose another folder.`,
    )
  }
}

const NAME = 'currency'
