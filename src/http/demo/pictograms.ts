// The drawings of the sample inventory's pictures: one small pictogram per kind of thing, and the words that choose it.

/** What to draw, and the hue in degrees (0–359) of the category's colours. */
export interface Pictogram {
  readonly name: PictogramName
  readonly hue: number
}

/**
 * Chooses by the words of the picture's description first, since it says what a reader expects to see, and by the
 * category otherwise. Unknown categories get a tag on a grey blue.
 */
export function pictogramFor(ad: { readonly category?: string; readonly imageAlt?: string }): Pictogram {
  const known = byCategory[ad.category ?? '']
  const words = (ad.imageAlt ?? '').toLowerCase()
  const seen = byWord.find(([pattern]) => pattern.test(words))
  return { name: seen?.[1] ?? known?.[0] ?? 'tag', hue: known?.[1] ?? 215 }
}

export type PictogramName = keyof typeof drawings

/**
 * SVG shapes in a box of 100 × 100, white where nothing is said. `$d` stands for the dark and `$t` for the light tone of
 * the category, `$s` for the attributes of a white line.
 */
export function drawingOf(name: PictogramName): string {
  return drawings[name]
}

const drawings = {
  tag: '<path d="M12 16h36l40 40-32 32-44-44z"/><circle cx="30" cy="34" r="7" fill="$d"/>',
  laptop:
    '<rect x="19" y="20" width="62" height="46" rx="5"/><rect x="25" y="26" width="50" height="34" rx="2" fill="$d"/><path d="M32 54l11-14 9 9 6-7 10 12z" fill="$t"/><path d="M8 69h84l-5 9H13z"/>',
  phone:
    '<rect x="31" y="8" width="38" height="84" rx="8"/><rect x="36" y="17" width="28" height="62" rx="2" fill="$d"/><circle cx="50" cy="38" r="8" fill="$t"/><path d="M41 56h18M41 65h12" fill="none" stroke="$t" stroke-width="4" stroke-linecap="round"/><circle cx="50" cy="85" r="2.6" fill="$d"/>',
  tablet:
    '<rect x="14" y="14" width="58" height="74" rx="6"/><rect x="20" y="21" width="46" height="58" rx="2" fill="$d"/><path d="M28 62c8-18 12 6 18-8s8 0 12-6" fill="none" stroke="$t" stroke-width="4" stroke-linecap="round"/><path d="M84 22l7 4-26 50-9 6 2-10z" fill="$t"/>',
  headphones:
    '<path d="M18 62V54a32 32 0 0 1 64 0v8" $s stroke-width="8"/><rect x="10" y="54" width="22" height="32" rx="9"/><rect x="68" y="54" width="22" height="32" rx="9"/><rect x="25" y="57" width="9" height="26" rx="4.5" fill="$d"/><rect x="66" y="57" width="9" height="26" rx="4.5" fill="$d"/>',
  speaker:
    '<rect x="27" y="10" width="46" height="80" rx="9"/><circle cx="50" cy="60" r="17" fill="$d"/><circle cx="50" cy="60" r="7" fill="$t"/><circle cx="50" cy="29" r="8" fill="$d"/><circle cx="50" cy="29" r="3" fill="$t"/>',
  turntable:
    '<rect x="8" y="20" width="84" height="62" rx="7"/><circle cx="42" cy="51" r="25" fill="$d"/><circle cx="42" cy="51" r="9" fill="$t"/><circle cx="42" cy="51" r="2.5" fill="$d"/><path d="M80 30v24L66 66" fill="none" stroke="$d" stroke-width="4" stroke-linecap="round"/>',
  radio:
    '<path d="M28 34L66 12" $s stroke-width="4"/><rect x="10" y="32" width="80" height="50" rx="8"/><circle cx="33" cy="57" r="16" fill="$d"/><circle cx="33" cy="57" r="7" fill="$t"/><rect x="56" y="41" width="27" height="12" rx="3" fill="$d"/><circle cx="62" cy="67" r="5" fill="$d"/><circle cx="77" cy="67" r="5" fill="$t"/>',
  microphone:
    '<rect x="38" y="10" width="24" height="46" rx="12"/><path d="M26 44a24 24 0 0 0 48 0M50 68v16M34 86h32" $s stroke-width="6"/><path d="M38 30h24M38 40h24" stroke="$d" stroke-width="3"/>',
  camera:
    '<path d="M34 32l7-13h18l7 13z"/><rect x="9" y="29" width="82" height="53" rx="9"/><circle cx="50" cy="56" r="19" fill="$d"/><circle cx="50" cy="56" r="11" fill="$t"/><circle cx="46" cy="52" r="3.5"/><rect x="74" y="37" width="9" height="5" rx="2" fill="$d"/>',
  gamepad:
    '<path d="M31 30h38c16 0 22 24 22 38 0 11-11 13-17 4l-7-9H33l-7 9c-6 9-17 7-17-4 0-14 6-38 22-38z"/><path d="M30 38h6v6h6v6h-6v6h-6v-6h-6v-6h6z" fill="$d"/><circle cx="65" cy="42" r="4" fill="$d"/><circle cx="74" cy="50" r="4" fill="$t"/>',
  monitor:
    '<rect x="9" y="16" width="82" height="54" rx="6"/><rect x="15" y="22" width="70" height="42" rx="2" fill="$d"/><path d="M24 54l14-16 12 10 8-9 16 15z" fill="$t"/><path d="M42 70h16l3 12H39z"/><rect x="30" y="81" width="40" height="6" rx="3"/>',
  house:
    '<path d="M8 50L50 14l42 36-6 7-6-5v34H20V52l-6 5z"/><rect x="42" y="58" width="16" height="28" rx="2" fill="$d"/><rect x="27" y="56" width="10" height="10" rx="1.5" fill="$t"/><rect x="63" y="56" width="10" height="10" rx="1.5" fill="$t"/>',
  bulb: '<path d="M50 10a28 28 0 0 1 17 50c-4 4-5 7-5 11H38c0-4-1-7-5-11a28 28 0 0 1 17-50z"/><path d="M42 66l-4-22 12 8 12-8-4 22" fill="none" stroke="$d" stroke-width="3.5" stroke-linejoin="round"/><rect x="38" y="75" width="24" height="6" rx="3" fill="$t"/><rect x="42" y="84" width="16" height="6" rx="3" fill="$t"/>',
  lock: '<path d="M32 46V34a18 18 0 0 1 36 0v12" $s stroke-width="8"/><rect x="20" y="44" width="60" height="44" rx="9"/><circle cx="50" cy="62" r="6" fill="$d"/><rect x="47" y="64" width="6" height="13" rx="3" fill="$d"/>',
  board:
    '<rect x="8" y="16" width="84" height="68" rx="7"/><path d="M8 30h84" stroke="$d" stroke-width="3"/><circle cx="17" cy="23" r="2.6" fill="$d"/><circle cx="26" cy="23" r="2.6" fill="$d"/><rect x="16" y="38" width="19" height="38" rx="3" fill="$t"/><rect x="40.5" y="38" width="19" height="24" rx="3" fill="$d"/><rect x="65" y="38" width="19" height="31" rx="3" fill="$t"/>',
  page: '<path d="M22 8h38l18 18v66H22z"/><path d="M60 8v18h18z" fill="$t"/><path d="M33 42h34M33 54h34M33 66h22" stroke="$d" stroke-width="5" stroke-linecap="round"/>',
  calendar:
    '<rect x="12" y="18" width="76" height="70" rx="8"/><path d="M12 36h76" stroke="$d" stroke-width="4"/><path d="M32 10v16M68 10v16" stroke="$d" stroke-width="6" stroke-linecap="round"/><path d="M26 46h12v10H26zM44 46h12v10H44zM62 63h12v10H62zM26 63h12v10H26z" fill="$t"/><path d="M62 46h12v10H62zM44 63h12v10H44z" fill="$d"/>',
  envelope:
    '<rect x="8" y="22" width="84" height="58" rx="7"/><path d="M12 28l38 30 38-30" fill="none" stroke="$d" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><circle cx="50" cy="58" r="9" fill="$t"/>',
  code: '<rect x="8" y="18" width="84" height="64" rx="8"/><path d="M36 36L22 50l14 14M64 36l14 14-14 14" fill="none" stroke="$d" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/><path d="M55 32L45 68" stroke="$t" stroke-width="6" stroke-linecap="round"/>',
  database:
    '<path d="M18 26v48c0 8 14 14 32 14s32-6 32-14V26z"/><ellipse cx="50" cy="26" rx="32" ry="14" fill="$t"/><path d="M18 44c0 8 14 14 32 14s32-6 32-14M18 60c0 8 14 14 32 14s32-6 32-14" fill="none" stroke="$d" stroke-width="4"/>',
  spark:
    '<path d="M44 12c5 24 12 31 36 36-24 5-31 12-36 36-5-24-12-31-36-36 24-5 31-12 36-36z"/><path d="M78 60c2 11 5 14 16 16-11 2-14 5-16 16-2-11-5-14-16-16 11-2 14-5 16-16z" fill="$t"/><circle cx="80" cy="20" r="5" fill="$t"/>',
  cloud:
    '<path d="M30 78a21 21 0 0 1-3-42 26 26 0 0 1 50-2 22 22 0 0 1-3 44z"/><rect x="34" y="46" width="32" height="9" rx="3" fill="$d"/><rect x="34" y="59" width="32" height="9" rx="3" fill="$d"/><circle cx="59" cy="50.5" r="2" fill="$t"/><circle cx="59" cy="63.5" r="2" fill="$t"/>',
  suitcase:
    '<path d="M37 30v-9a5 5 0 0 1 5-5h16a5 5 0 0 1 5 5v9" $s stroke-width="6"/><rect x="16" y="29" width="68" height="54" rx="9"/><path d="M31 29h6v54h-6zM63 29h6v54h-6z" fill="$d"/><rect x="43" y="50" width="14" height="10" rx="2" fill="$t"/>',
  train:
    '<path d="M32 76L20 92M68 76l12 16" $s stroke-width="6"/><path d="M38 10h24c11 0 17 7 17 18v40c0 7-5 12-12 12H33c-7 0-12-5-12-12V28c0-11 6-18 17-18z"/><rect x="29" y="26" width="42" height="24" rx="4" fill="$d"/><path d="M50 26v24" stroke="#fff" stroke-width="3"/><circle cx="33" cy="65" r="5" fill="$t"/><circle cx="67" cy="65" r="5" fill="$t"/><path d="M42 18h16" stroke="$d" stroke-width="4" stroke-linecap="round"/>',
  bed: '<rect x="7" y="24" width="8" height="60" rx="4"/><rect x="85" y="54" width="8" height="30" rx="4"/><rect x="19" y="42" width="25" height="15" rx="6"/><path d="M48 42h26c9 0 15 6 15 16H48z" fill="$t"/><rect x="11" y="58" width="78" height="14" rx="2"/>',
  plane:
    '<path d="M50 5c5 0 7 7 7 14v18l34 22v9L57 57v19l11 9v7l-18-5-18 5v-7l11-9V57L9 68v-9l34-22V19c0-7 2-14 7-14z" transform="rotate(42 50 50)"/>',
  bowl: '<path d="M54 46L80 8M64 46L90 16" $s stroke-width="4.5"/><circle cx="34" cy="43" r="13" fill="$t"/><circle cx="54" cy="44" r="11"/><path d="M8 46h84c0 20-14 34-28 39H36C22 80 8 66 8 46z"/><path d="M12 58c10 8 20-4 30 2s24 4 46-2" fill="none" stroke="$d" stroke-width="4"/>',
  grocery:
    '<path d="M38 36c-8-10-4-22 4-26 4 8 4 16 2 26z" fill="$t"/><path d="M54 36V16M54 26l10-12M54 30l-6-8" $s stroke-width="5"/><circle cx="68" cy="32" r="12" fill="$t"/><path d="M18 36h64l-5 52H23z"/><path d="M36 48c0 18 28 18 28 0" fill="none" stroke="$d" stroke-width="5" stroke-linecap="round"/>',
  table:
    '<path d="M22 10v18M13 10v14c0 10 18 10 18 0V10M22 32v58" $s stroke-width="5"/><path d="M74 10c10 4 13 18 12 42h-7v38h-5z" stroke="#fff" stroke-width="3" stroke-linejoin="round"/><circle cx="51" cy="56" r="20"/><circle cx="51" cy="56" r="12" fill="$t"/>',
  cup: '<path d="M34 28c-6-7 5-10 0-18M50 28c-6-7 5-10 0-18" $s stroke-width="4.5"/><path d="M70 42h5a11 11 0 0 1 0 22h-7" $s stroke-width="6"/><path d="M14 36h58v24a20 20 0 0 1-20 20H34a20 20 0 0 1-20-20z"/><path d="M14 36h58v8H14z" fill="$d"/><rect x="10" y="84" width="68" height="6" rx="3" fill="$t"/>',
  kettle:
    '<path d="M36 24a16 12 0 0 1 34 4" $s stroke-width="6"/><path d="M30 54L14 34H8" $s stroke-width="7"/><path d="M32 32h40l10 46c1 6-2 10-8 10H30c-6 0-9-4-8-10z"/><rect x="46" y="22" width="12" height="8" rx="4" fill="$d"/><path d="M24 72h56" stroke="$d" stroke-width="4"/><circle cx="52" cy="54" r="8" fill="$t"/>',
  pot: '<path d="M18 40c2-14 16-18 32-18s30 4 32 18z"/><circle cx="50" cy="17" r="6" fill="$d"/><rect x="4" y="50" width="92" height="9" rx="4.5" fill="$t"/><path d="M18 44h64v28a14 14 0 0 1-14 14H32a14 14 0 0 1-14-14z"/><path d="M18 46h64" stroke="$d" stroke-width="3"/>',
  pan: '<path d="M58 62l30 26" $s stroke-width="10"/><circle cx="40" cy="44" r="34"/><circle cx="40" cy="44" r="26" fill="$d"/><path d="M30 34c8-8 22-4 24 4 6 6 0 18-10 16-10 4-22-8-14-20z"/><circle cx="41" cy="44" r="6.5" fill="$t"/>',
  knife:
    '<g transform="rotate(-32 50 50)"><path d="M-2 62C8 38 34 34 62 34v28z"/><rect x="60" y="34" width="42" height="15" rx="6" fill="$t"/><circle cx="73" cy="41.5" r="2.5" fill="$d"/><circle cx="87" cy="41.5" r="2.5" fill="$d"/><path d="M12 55h44" stroke="$d" stroke-width="3" stroke-linecap="round"/></g>',
  desk: '<rect x="30" y="14" width="40" height="27" rx="4"/><rect x="35" y="19" width="30" height="17" rx="1" fill="$d"/><path d="M50 40v10" stroke="#fff" stroke-width="6"/><rect x="6" y="50" width="88" height="7" rx="3.5"/><path d="M22 57v30M78 57v30" stroke="#fff" stroke-width="7"/><path d="M12 89h20M68 89h20" $s stroke-width="6"/><path d="M45 72l5-6 5 6M45 80l5 6 5-6" fill="none" stroke="$t" stroke-width="4" stroke-linecap="round"/>',
  chair:
    '<rect x="30" y="8" width="40" height="42" rx="10"/><path d="M40 18h20M40 28h20M40 38h20" stroke="$d" stroke-width="4" stroke-linecap="round"/><rect x="24" y="54" width="52" height="12" rx="6" fill="$t"/><path d="M50 66v14M28 88l22-9 22 9" $s stroke-width="6"/><path d="M20 40v14h8M80 40v14h-8" $s stroke-width="5"/>',
  sofa: '<rect x="18" y="26" width="64" height="36" rx="10"/><path d="M50 30v26" stroke="$d" stroke-width="3"/><rect x="5" y="44" width="18" height="34" rx="8"/><rect x="77" y="44" width="18" height="34" rx="8"/><rect x="23" y="56" width="54" height="17" rx="5" fill="$t"/><path d="M20 78v9M80 78v9" $s stroke-width="6"/>',
  shelf:
    '<path d="M14 8v84M86 8v84" $s stroke-width="6"/><path d="M14 36h72M14 62h72M14 86h72" stroke="#fff" stroke-width="6"/><path d="M22 14h8v19h-8zM33 18h7v15h-7z" fill="$t"/><path d="M43 14h8v19h-8z" fill="$d"/><rect x="56" y="20" width="22" height="13" rx="2"/><rect x="22" y="44" width="24" height="15" rx="2" fill="$d"/><rect x="52" y="47" width="26" height="12" rx="2" fill="$t"/><rect x="30" y="70" width="40" height="13" rx="2" fill="$t"/>',
  fabric:
    '<rect x="14" y="66" width="72" height="18" rx="9"/><rect x="18" y="45" width="64" height="18" rx="9" fill="$t"/><rect x="16" y="24" width="68" height="18" rx="9"/><path d="M30 33h40M32 54h36M30 75h40" stroke="$d" stroke-width="3" stroke-linecap="round" stroke-dasharray="1 7"/>',
  plant:
    '<path d="M50 64V30" $s stroke-width="5"/><path d="M50 48C28 50 20 34 20 18c18 0 30 10 30 30z"/><path d="M50 58c0-20 12-30 32-30 0 18-10 32-32 30z" fill="$t"/><path d="M28 62h44l-6 28H34z"/><path d="M27 62h46v8H27z" fill="$d"/>',
  leaf: '<path d="M16 84C8 40 36 12 86 14c4 44-22 76-58 66z"/><path d="M16 88c10-24 26-38 48-52M34 62V48M46 52l14 2" fill="none" stroke="$d" stroke-width="4" stroke-linecap="round"/>',
  mower:
    '<path d="M18 12h14l22 44" $s stroke-width="6"/><path d="M30 56h44c9 0 14 6 14 16H24c0-10 0-16 6-16z"/><rect x="44" y="44" width="28" height="14" rx="4" fill="$t"/><circle cx="34" cy="76" r="11" fill="$d"/><circle cx="80" cy="77" r="9" fill="$d"/><circle cx="34" cy="76" r="4"/><circle cx="80" cy="77" r="3.4"/>',
  hammer:
    '<g transform="rotate(38 50 50)"><rect x="45" y="30" width="11" height="64" rx="5" fill="$t"/><path d="M24 10h38c8 0 14 5 16 13l-14 4v7H24z"/></g>',
  drill:
    '<path d="M70 32h22" stroke="$t" stroke-width="5" stroke-linecap="round"/><path d="M12 18h50l10 6v16l-10 6H44l4 34H26l-4-34H12a6 6 0 0 1-6-6V24a6 6 0 0 1 6-6z"/><rect x="18" y="78" width="40" height="14" rx="4" fill="$d"/><path d="M14 26h24M14 34h24" stroke="$d" stroke-width="4" stroke-linecap="round"/><rect x="46" y="48" width="7" height="12" rx="3" fill="$t"/>',
  roller:
    '<rect x="10" y="12" width="66" height="26" rx="6"/><path d="M76 25h12v21H46v12" $s stroke-width="6"/><rect x="39" y="58" width="14" height="34" rx="6" fill="$t"/><path d="M20 20h30" stroke="$d" stroke-width="4" stroke-linecap="round"/>',
  bucket:
    '<path d="M22 40a28 28 0 0 1 56 0" $s stroke-width="5"/><path d="M14 40h72l-9 44c-1 4-3 6-7 6H30c-4 0-6-2-7-6z"/><path d="M14 40h72l-2 10H16z" fill="$d"/><circle cx="40" cy="70" r="5" fill="$t"/><circle cx="56" cy="64" r="7" fill="$t"/><circle cx="58" cy="80" r="4" fill="$t"/>',
  dumbbell:
    '<g transform="rotate(-24 50 50)"><rect x="28" y="45" width="44" height="10"/><rect x="18" y="26" width="13" height="48" rx="5"/><rect x="69" y="26" width="13" height="48" rx="5"/><rect x="6" y="34" width="11" height="32" rx="5" fill="$t"/><rect x="83" y="34" width="11" height="32" rx="5" fill="$t"/></g>',
  kettlebell:
    '<path d="M34 46c-8-16-4-32 16-32s24 16 16 32" $s stroke-width="9"/><circle cx="50" cy="62" r="29"/><circle cx="50" cy="62" r="13" fill="$d"/><path d="M50 62l6-7" stroke="$t" stroke-width="4" stroke-linecap="round"/>',
  mountain:
    '<circle cx="78" cy="24" r="10" fill="$t"/><path d="M4 84L38 22l20 36 10-14 28 40z"/><path d="M38 22L26 44l7-3 6 7 6-7 6 4z" fill="$d"/>',
  tent: '<path d="M44 10l6 10 6-10" $s stroke-width="4"/><path d="M50 18L6 84h88z"/><path d="M50 40L32 84h36z" fill="$d"/><path d="M50 40v44" stroke="$t" stroke-width="3"/>',
  backpack:
    '<path d="M38 20v-4a12 12 0 0 1 24 0v4" $s stroke-width="6"/><rect x="12" y="50" width="12" height="26" rx="5" fill="$t"/><rect x="76" y="50" width="12" height="26" rx="5" fill="$t"/><path d="M22 42a26 26 0 0 1 56 0v42a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6z"/><rect x="32" y="58" width="36" height="24" rx="4" fill="$d"/><path d="M36 40h28" stroke="$d" stroke-width="5" stroke-linecap="round"/><path d="M50 58v9" stroke="$t" stroke-width="4"/>',
  boot: '<path d="M24 10h32l-1 32c0 6 8 8 18 11 12 4 17 9 17 23H18c0-14 6-22 6-34z"/><rect x="14" y="78" width="78" height="11" rx="4" fill="$t"/><path d="M42 26h13M42 36h13M46 46l12 2" stroke="$d" stroke-width="4" stroke-linecap="round"/><path d="M24 10h32v8H24z" fill="$d"/>',
  shoe: '<path d="M8 40c8 6 16 4 24-10 2-3 6-3 8 0 8 14 18 20 32 23 14 3 20 8 20 20H8z"/><rect x="6" y="74" width="88" height="11" rx="5.5" fill="$t"/><path d="M44 42l9-5M52 49l8-6M61 54l6-7" stroke="$d" stroke-width="4" stroke-linecap="round"/><path d="M8 58c16 4 36 4 50 14" fill="none" stroke="$d" stroke-width="3"/>',
  bicycle:
    '<circle cx="24" cy="62" r="19" fill="none" stroke="#fff" stroke-width="6"/><circle cx="76" cy="62" r="19" fill="none" stroke="#fff" stroke-width="6"/><path d="M24 62l13-28h27L48 62zM37 34l11 28M64 34l12 28" fill="none" stroke="$t" stroke-width="5" stroke-linejoin="round"/><path d="M64 34l-3-12h12M30 28h14" $s stroke-width="5"/><path d="M37 34l-2-6" stroke="$t" stroke-width="4"/><circle cx="48" cy="62" r="5" fill="$d"/>',
  helmet:
    '<path d="M8 60C8 30 28 16 50 16s42 16 42 44z"/><path d="M30 54c0-14 4-22 10-28M50 54V24M70 54c0-14-4-22-10-28" fill="none" stroke="$d" stroke-width="6" stroke-linecap="round"/><rect x="5" y="60" width="90" height="9" rx="4.5" fill="$t"/><path d="M26 70l18 16 26-16" $s stroke-width="4"/>',
  jar: '<rect x="8" y="48" width="46" height="40" rx="8"/><rect x="11" y="36" width="40" height="12" rx="4" fill="$d"/><path d="M18 66c8-6 16 6 26 0" fill="none" stroke="$t" stroke-width="4" stroke-linecap="round"/><rect x="62" y="40" width="28" height="48" rx="8" fill="$t"/><path d="M76 40V22H62" $s stroke-width="6"/><rect x="68" y="34" width="16" height="8" rx="2"/>',
  shirt:
    '<path d="M36 14c5 9 23 9 28 0l28 14-10 22-12-5v43H30V45l-12 5L8 28z"/><path d="M36 14c5 9 23 9 28 0" fill="none" stroke="$d" stroke-width="4"/><path d="M50 24v60" stroke="$t" stroke-width="3"/><circle cx="50" cy="38" r="2.4" fill="$d"/><circle cx="50" cy="52" r="2.4" fill="$d"/><circle cx="50" cy="66" r="2.4" fill="$d"/>',
  coat: '<path d="M38 8h24l20 14 8 58-12 3-6-36v47H28V47l-6 36-12-3 8-58z"/><path d="M38 8l12 22L62 8" fill="none" stroke="$d" stroke-width="4" stroke-linejoin="round"/><path d="M50 30v64" stroke="$d" stroke-width="3"/><path d="M34 64h9M57 64h9" stroke="$t" stroke-width="5" stroke-linecap="round"/>',
  trousers:
    '<path d="M26 10h48l8 80H60l-10-50-10 50H18z"/><path d="M25 20h50" stroke="$d" stroke-width="4"/><path d="M50 20v20" stroke="$d" stroke-width="3"/><path d="M32 26c0 8-4 10-9 11M68 26c0 8 4 10 9 11" fill="none" stroke="$t" stroke-width="3"/>',
  bag: '<path d="M34 40V28a16 16 0 0 1 32 0v12" $s stroke-width="6"/><path d="M18 38h64l6 50H12z"/><path d="M17 48h66" stroke="$d" stroke-width="4"/><rect x="43" y="44" width="14" height="14" rx="4" fill="$t"/>',
  watch:
    '<path d="M36 4h28l4 26H32zM36 96h28l4-26H32z" fill="$t"/><circle cx="50" cy="50" r="31"/><circle cx="50" cy="50" r="24" fill="$d"/><path d="M50 34v16l11 7" $s stroke-width="4.5"/><rect x="81" y="46" width="7" height="8" rx="2"/>',
  blocks:
    '<rect x="10" y="52" width="38" height="38" rx="5"/><rect x="52" y="52" width="38" height="38" rx="5" fill="$t"/><rect x="31" y="10" width="38" height="38" rx="5"/><path d="M50 19l10 20H40z" fill="$d"/><circle cx="29" cy="71" r="10" fill="$d"/><path d="M62 62h18v18H62z" fill="$d"/>',
  robot:
    '<path d="M50 24V10" $s stroke-width="5"/><circle cx="50" cy="9" r="5" fill="$t"/><rect x="4" y="44" width="9" height="22" rx="4.5" fill="$t"/><rect x="87" y="44" width="9" height="22" rx="4.5" fill="$t"/><rect x="16" y="24" width="68" height="62" rx="16"/><circle cx="37" cy="48" r="8" fill="$d"/><circle cx="63" cy="48" r="8" fill="$d"/><path d="M36 68c8 7 20 7 28 0" fill="none" stroke="$d" stroke-width="5" stroke-linecap="round"/>',
  flask:
    '<path d="M38 8h24M42 8v28L18 78c-3 6 0 12 7 12h50c7 0 10-6 7-12L58 36V8z" $s stroke-width="6" stroke-linejoin="round"/><path d="M31 62h38l9 18c1 3 0 5-3 5H25c-3 0-4-2-3-5z" fill="$t"/><circle cx="44" cy="74" r="4" fill="$d"/><circle cx="57" cy="69" r="3" fill="$d"/>',
  paw: '<path d="M50 46c14 0 30 20 28 32-2 10-14 10-28 6-14 4-26 4-28-6-2-12 14-32 28-32z"/><ellipse cx="20" cy="46" rx="9" ry="12" transform="rotate(-22 20 46)"/><ellipse cx="38" cy="26" rx="10" ry="14" fill="$t"/><ellipse cx="62" cy="26" rx="10" ry="14" fill="$t"/><ellipse cx="80" cy="46" rx="9" ry="12" transform="rotate(22 80 46)"/>',
  book: '<path d="M50 24C38 14 22 14 8 16v62c14-2 30-2 42 8z"/><path d="M50 24c12-10 28-10 42-8v62c-14-2-30-2-42 8z" fill="$t"/><path d="M18 32c8 0 14 1 22 4M18 46c8 0 14 1 22 4M18 60c8 0 14 1 22 4" fill="none" stroke="$d" stroke-width="3.5" stroke-linecap="round"/><path d="M60 36c8-3 14-4 22-4M60 50c8-3 14-4 22-4M60 64c8-3 14-4 22-4" fill="none" stroke="$d" stroke-width="3.5" stroke-linecap="round"/>',
  cap: '<path d="M22 50v20c16 14 40 14 56 0V50L50 63z" fill="$t"/><path d="M50 18L3 40l47 22 47-22z"/><path d="M50 40l38 6v24" fill="none" stroke="$d" stroke-width="4" stroke-linecap="round"/><circle cx="88" cy="73" r="5" fill="$d"/>',
  pencil:
    '<path d="M12 88l6-22L66 18l16 16-48 48z"/><path d="M66 18l6-6c4-4 9-4 13 0l3 3c4 4 4 9 0 13l-6 6z" fill="$t"/><path d="M12 88l4-14 10 10z" fill="$d"/><path d="M58 88h32" $s stroke-width="5"/>',
  speech:
    '<path d="M18 12h46a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10H36L20 68V54h-2A10 10 0 0 1 8 44V22a10 10 0 0 1 10-10z"/><path d="M82 38a10 10 0 0 1 10 10v20a10 10 0 0 1-10 10h-2v12L66 78H50a10 10 0 0 1-9-7l10-10h15c10 0 16-7 16-16z" fill="$t"/><path d="M24 28h34M24 39h22" stroke="$d" stroke-width="5" stroke-linecap="round"/>',
  cards:
    '<rect x="16" y="26" width="40" height="58" rx="6" transform="rotate(-16 36 55)" fill="$t"/><rect x="32" y="20" width="40" height="58" rx="6"/><rect x="48" y="26" width="40" height="58" rx="6" transform="rotate(16 68 55)" fill="$d"/><path d="M58 46h20M57 56h14" stroke="$t" stroke-width="4" stroke-linecap="round" transform="rotate(16 68 55)"/>',
  card: '<rect x="6" y="22" width="88" height="58" rx="9"/><rect x="6" y="34" width="88" height="12" fill="$d"/><rect x="16" y="56" width="20" height="14" rx="3" fill="$t"/><path d="M62 66h20" stroke="$d" stroke-width="5" stroke-linecap="round"/>',
  coins:
    '<circle cx="52" cy="16" r="9" fill="$t"/><path d="M24 28h52v8l6 8v38c0 6-4 10-10 10H28c-6 0-10-4-10-10V44l6-8z"/><path d="M24 28h52v8H24z" fill="$d"/><circle cx="38" cy="76" r="9" fill="$t"/><circle cx="58" cy="78" r="9" fill="$d"/><circle cx="50" cy="60" r="9" fill="$t"/>',
  chart:
    '<path d="M12 10v76h78" $s stroke-width="6" stroke-linejoin="round"/><rect x="22" y="58" width="13" height="22" rx="2"/><rect x="41" y="46" width="13" height="34" rx="2" fill="$t"/><rect x="60" y="34" width="13" height="46" rx="2"/><path d="M24 44l22-16 14 4 24-20" fill="none" stroke="$d" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
  umbrella:
    '<path d="M50 8v8M50 50v28a8 8 0 0 1-16 0" $s stroke-width="6"/><path d="M6 54a44 40 0 0 1 88 0c-8-8-18-8-22 0-6-8-16-8-22 0-6-8-16-8-22 0-4-8-14-8-22 0z"/><path d="M28 54c0-18 8-32 22-39 14 7 22 21 22 39-6-8-16-8-22 0-6-8-16-8-22 0z" fill="$t"/>',
  shield:
    '<path d="M50 6l38 13v28c0 24-16 38-38 47C28 85 12 71 12 47V19z"/><path d="M50 6v88C28 85 12 71 12 47V19z" fill="$t"/><path d="M32 50l13 13 24-28" fill="none" stroke="$d" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>',
  ticket:
    '<g transform="rotate(-14 50 50)"><path d="M6 28h88v14a8 8 0 0 0 0 16v14H6V58a8 8 0 0 0 0-16z"/><path d="M66 32v36" stroke="$d" stroke-width="4" stroke-dasharray="5 6"/><path d="M36 34l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z" fill="$t"/></g>',
  guitar:
    '<g transform="rotate(40 50 50)"><rect x="46" y="6" width="8" height="50" fill="$t"/><rect x="43" y="-4" width="14" height="14" rx="3"/><path d="M50 44c9 0 15 5 15 12 0 6 7 9 7 20 0 13-10 22-22 22s-22-9-22-22c0-11 7-14 7-20 0-7 6-12 15-12z"/><circle cx="50" cy="66" r="8" fill="$d"/><path d="M40 84h20" stroke="$d" stroke-width="5" stroke-linecap="round"/></g>',
  violin:
    '<g transform="rotate(34 50 50)"><rect x="46.5" y="2" width="7" height="44" rx="3" fill="$d"/><path d="M50 38c11 0 17 6 17 13 0 6-6 6-6 11s8 6 8 17c0 10-9 15-19 15s-19-5-19-15c0-11 8-12 8-17s-6-5-6-11c0-7 6-13 17-13z"/><path d="M47 48h6v30h-6z" fill="$t"/><path d="M42 60v10M58 60v10" stroke="$d" stroke-width="3" stroke-linecap="round"/></g><path d="M84 20L30 94" stroke="$t" stroke-width="3.5" stroke-linecap="round"/>',
  piano:
    '<rect x="6" y="22" width="88" height="58" rx="6"/><path d="M6 34h88" stroke="$d" stroke-width="4"/><path d="M20.5 34v46M35.2 34v46M50 34v46M64.6 34v46M79.3 34v46" stroke="$d" stroke-width="2"/><path d="M16 36h9v24h-9zM30.7 36h9v24h-9zM60 36h9v24h-9zM75 36h9v24h-9z" fill="$d"/><path d="M14 27h20" stroke="$t" stroke-width="4" stroke-linecap="round"/>',
  car: '<path d="M12 54l8-20c2-6 6-9 12-9h34c6 0 9 3 12 8l10 19c5 1 8 5 8 10v14H4V64c0-6 3-9 8-10z"/><path d="M26 50l5-13c1-2 2-3 5-3h10v16zM52 34h12c3 0 5 1 6 4l7 12H52z" fill="$d"/><circle cx="27" cy="77" r="12" fill="$d"/><circle cx="74" cy="77" r="12" fill="$d"/><circle cx="27" cy="77" r="5" fill="$t"/><circle cx="74" cy="77" r="5" fill="$t"/><path d="M88 62h8" stroke="$t" stroke-width="5"/>',
  van: '<path d="M6 26h52v50H6z"/><path d="M58 38h16c4 0 6 1 8 5l8 14c2 2 4 4 4 8v11H58z" fill="$t"/><path d="M65 44h9c2 0 3 1 4 2l6 11H65z" fill="$d"/><circle cx="26" cy="78" r="10" fill="$d"/><circle cx="75" cy="78" r="10" fill="$d"/><circle cx="26" cy="78" r="4"/><circle cx="75" cy="78" r="4"/><path d="M16 38h30M16 48h20" stroke="$d" stroke-width="4" stroke-linecap="round"/>',
  scooter:
    '<path d="M60 14h16l-2 6 8 46" $s stroke-width="6" stroke-linejoin="round"/><path d="M20 72h42l18-8" fill="none" stroke="$t" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><circle cx="20" cy="80" r="11"/><circle cx="84" cy="78" r="11"/><circle cx="20" cy="80" r="4" fill="$d"/><circle cx="84" cy="78" r="4" fill="$d"/>',
  solar:
    '<circle cx="72" cy="22" r="11" fill="$t"/><path d="M72 2v4M90 22h6M86 36l4 4M58 8l-3-3M86 8l4-4" stroke="$t" stroke-width="4" stroke-linecap="round"/><path d="M20 44h60l14 42H6z"/><path d="M15.2 58h69.600M10.6 72h78.800M40 44l-7 42M60 44l7 42" stroke="$d" stroke-width="3"/>',
  radiator:
    '<path d="M8 30h84M8 74h84" stroke="$t" stroke-width="6" stroke-linecap="round"/><path d="M16 20h11v64H16zM35 20h11v64H35zM54 20h11v64H54zM73 20h11v64H73z"/><circle cx="90" cy="74" r="8" fill="$d"/>',
  plug: '<path d="M36 8v20M64 8v20" $s stroke-width="9"/><path d="M22 30h56v16c0 18-12 28-28 28S22 64 22 46z"/><path d="M50 74v20" $s stroke-width="7"/><path d="M54 36L42 52h8l-4 14 14-18h-8z" fill="$d"/>',
  gift: '<path d="M50 30C40 6 16 10 24 26c3 5 14 4 26 4zM50 30c10-24 34-20 26-4-3 5-14 4-26 4z" fill="none" stroke="$t" stroke-width="6" stroke-linejoin="round"/><rect x="12" y="46" width="76" height="44" rx="5"/><rect x="7" y="30" width="86" height="18" rx="5"/><path d="M43 30h14v60H43z" fill="$t"/><path d="M12 49h76" stroke="$d" stroke-width="3"/>',
  flower:
    '<path d="M50 52v40M50 78c-14 2-20-4-22-14 12-2 20 4 22 14zM50 72c12 0 18-6 20-16-12 0-20 6-20 16z" fill="$t" stroke="#fff" stroke-width="5" stroke-linejoin="round"/><circle cx="50" cy="16" r="12"/><circle cx="33" cy="28" r="12"/><circle cx="67" cy="28" r="12"/><circle cx="39" cy="47" r="12"/><circle cx="61" cy="47" r="12"/><circle cx="50" cy="33" r="10" fill="$d"/>',
  router:
    '<path d="M24 52V30M76 52V30" $s stroke-width="6"/><path d="M36 30a20 20 0 0 1 28 0M28 18a32 32 0 0 1 44 0" fill="none" stroke="$t" stroke-width="5" stroke-linecap="round"/><rect x="8" y="52" width="84" height="30" rx="8"/><circle cx="24" cy="67" r="4" fill="$d"/><circle cx="38" cy="67" r="4" fill="$t"/><path d="M56 67h24" stroke="$d" stroke-width="5" stroke-linecap="round"/>',
} as const

// The first line that fits wins, so the narrower word stands before the wider one.
const byWord: readonly (readonly [RegExp, PictogramName])[] = [
  [/flask/, 'flask'],
  [/umbrella/, 'umbrella'],
  [/shield/, 'shield'],
  [/envelope/, 'envelope'],
  [/piano/, 'piano'],
  [/guitar|ukulele/, 'guitar'],
  [/heat pump|boiler|radiator/, 'radiator'],
  [/solar/, 'solar'],
  [/plug\b/, 'plug'],
  [/table for two|plates?\b/, 'table'],
  [/groceries|vegetables|crate|bread/, 'grocery'],
  [/^shelf/, 'shelf'],
  [/potted plant|fern|planter|lettuce/, 'plant'],
  [/bulb|light bar/, 'bulb'],
  [/^monitor/, 'monitor'],
  [/headphone|earbud|headband with speakers|kopfhörer|auriculares|neckband/, 'headphones'],
  [/microphone|sound waves/, 'microphone'],
  [/turntable/, 'turntable'],
  [/radio\b/, 'radio'],
  [/cup beside|with a cup|coffee maker|espresso|cafetera/, 'cup'],
  [/grinder|coffee bag|coffee beans|cold coffee/, 'cup'],
  [/kettlebell/, 'kettlebell'],
  [/kettle/, 'kettle'],
  [/hiking boot|ankle-high boot|wanderschuh/, 'boot'],
  [/shoe\b|sneaker/, 'shoe'],
  [/tote/, 'bag'],
  [/tablet with a pen/, 'tablet'],
  [/gift box|ribbon$|tin box/, 'gift'],
  [/suitcase|canvas weekend/, 'suitcase'],
  [/laptop|portátil/, 'laptop'],
  [/camera|lens\b|photos\b/, 'camera'],
  [/controller|console/, 'gamepad'],
  [/standing desk|wall desk|fold-down desk|corner desk|desk platform|stehschreibtisch|mesa plegable|oak table/, 'desk'],
  [/stool|mesh chair|bürostuhl|wide aircraft seat/, 'chair'],
  [/sofa/, 'sofa'],
  [/monitor\b|paper-like screen/, 'monitor'],
  [/door lock|padlock|key\b|hardware keys/, 'lock'],
  [/calendar/, 'calendar'],
  [/database|table filling/, 'database'],
  [/code (lines|brackets)|curly braces/, 'code'],
  [/document|page\b|receipt|thesis|quote/, 'page'],
  [/cards in columns|columns of cards/, 'board'],
  [/flash cards/, 'cards'],
  [/speech|dialog|bubble|bulle/, 'speech'],
  [/chart|rising line|line with leaves/, 'chart'],
  [/cottage|country|hut\b|house$|house with a paw|casa|house roof|stone inn/, 'house'],
  [/train|viaduct/, 'train'],
  [/plane/, 'plane'],
  [/socket|steckdose|charger/, 'plug'],
  [/small electric car|estate car|car with/, 'car'],
  [/van with/, 'van'],
  [/scooter/, 'scooter'],
  [/helmet/, 'helmet'],
  [/bicycle|cargo bike|e-bike|vélo/, 'bicycle'],
  [/backpack|carrier|rucksack|with straps|panniers|running vest|two bags/, 'backpack'],
  [/tent/, 'tent'],
  [/rain jacket|coat$/, 'coat'],
  [/jeans/, 'trousers'],
  [/watch\b/, 'watch'],
  [/paint roller/, 'roller'],
  [/bucket/, 'bucket'],
  [/drill|jigsaw|pressure washer/, 'drill'],
  [/lawn mower/, 'mower'],
  [/skillet|steel pan/, 'pan'],
  [/knife on/, 'knife'],
  [/pots?\b.*(lid|handle)|cocotte/, 'pot'],
  [/towels|sheets|blanket|curtains|\brug\b|apron|duvet|socks|pillows/, 'fabric'],
  [/shelf|boxes on wheels|cabinet|trolley|clothes rail/, 'shelf'],
  [/bed\b|mattress|bett|\blit\b/, 'bed'],
  [/bunch of flowers|wreath/, 'flower'],
  [/robot/, 'robot'],
  [/pencil/, 'pencil'],
  [/book|journal/, 'book'],
  [/violin/, 'violin'],
  [/\bphones?\b|smartphone/, 'phone'],
  [/router/, 'router'],
  [/coins/, 'coins'],
  [/speaker/, 'speaker'],
]

const byCategory: Readonly<Record<string, readonly [PictogramName, number]>> = {
  'ai-tools': ['spark', 262],
  audio: ['headphones', 224],
  bedding: ['bed', 232],
  books: ['book', 28],
  cameras: ['camera', 200],
  cars: ['car', 206],
  cloud: ['cloud', 208],
  'coffee-tea': ['cup', 26],
  cookware: ['pot', 14],
  courses: ['cap', 248],
  cycling: ['bicycle', 172],
  'developer-tools': ['code', 236],
  diy: ['hammer', 36],
  electronics: ['monitor', 212],
  energy: ['solar', 44],
  events: ['ticket', 328],
  fashion: ['shirt', 340],
  finance: ['card', 158],
  fitness: ['dumbbell', 6],
  flights: ['plane', 202],
  'food-delivery': ['bowl', 20],
  footwear: ['shoe', 24],
  furniture: ['sofa', 34],
  gaming: ['gamepad', 276],
  garden: ['plant', 128],
  gifts: ['gift', 348],
  groceries: ['grocery', 96],
  'home-services': ['hammer', 190],
  'home-textiles': ['fabric', 312],
  hotels: ['bed', 216],
  insurance: ['umbrella', 220],
  kids: ['blocks', 42],
  'language-learning': ['speech', 186],
  laptops: ['laptop', 218],
  mobility: ['scooter', 178],
  music: ['guitar', 288],
  office: ['desk', 204],
  outdoor: ['mountain', 146],
  pets: ['paw', 32],
  phones: ['phone', 230],
  photography: ['camera', 196],
  productivity: ['board', 242],
  restaurants: ['table', 10],
  running: ['shoe', 18],
  security: ['lock', 226],
  skincare: ['jar', 334],
  'smart-home': ['house', 182],
  software: ['board', 244],
  storage: ['shelf', 38],
  telecom: ['router', 210],
  travel: ['suitcase', 192],
  watches: ['watch', 214],
}
