// Finds what no ad's plain text needs: links and pictures in Markdown or HTML, which lead past the counted link or load something, and the
// signs by which a model tells its speakers apart.

/** What of this a text holds, or undefined where it is plain. */
export function markupIn(text: string): 'markup' | 'template' | undefined {
  if (!SUSPECT.test(text)) return undefined
  const plain = text.normalize('NFKC').replace(ENTITIES, (entity) => (/lt|60|3c/i.test(entity) ? '<' : '>'))
  if (TEMPLATE.test(plain)) return 'template'
  if (LINK.test(plain)) return 'markup'
  for (const [, slash, name = '', attributes = ''] of plain.matchAll(TAGS)) {
    const tag = name.toLowerCase()
    if (SPEAKERS.has(tag)) return 'template'
    if (LOADING.has(tag) || LOADING_ATTRIBUTE.test(attributes)) return 'markup'
    // A closing tag of no markup can only mean to end what the ad was put in.
    if (slash !== '' && !FORMATTING.has(tag)) return 'template'
  }
  return undefined
}

/** Whether somebody else begins to speak: "SYSTEM:", "assistant:". A spec ("System: Windows") looks the same. */
export function speakerIn(text: string): boolean {
  return SPEAKER.test(text)
}

/** Asked of every text; a letter of the others is in nearly each. */
const SUSPECT = /[<[{`_\uff1c\uff3b\uff5b\ufe64]|:[^\s]|--|==|##|&[lgLG#]|["']r|(?:ser|man) ?: /
const ENTITIES = /&(?:lt|gt|#0*6[02]|#x0*3[ce]);?/gi

const TEMPLATE = new RegExp(
  [
    String.raw`<\|[^<>]{0,40}(?:\|?>|$)`, // <|im_start|>
    String.raw`\[\s*/?\s*(?:INST|SYS|SYSTEM|USER|ASSISTANT|TOOL_CALLS|AVAILABLE_TOOLS|TOOL_RESULTS)\s*\]`,
    String.raw`<<\s*/?\s*(?:SYS|SYSTEM)\s*>>`,
    String.raw`</?(?:s|bos|eos|pad|unk)>`,
    String.raw`\bim_(?:start|end|sep)\b|\b(?:start|end)_of_turn\b|\b(?:begin|end)_of_text\b|\bendoftext\b`,
    String.raw`#{2,}\s*(?:new\s+)?(?:system|instructions?|response|user|assistant|human|input|prompt|developer)\b`,
    String.raw`["']role["']\s*:`,
    String.raw`\b(?:user|human)\s?:.{1,200}\b(?:assistant|ai|model)\s?:`,
    '`{3}',
    String.raw`\b[a-z]+_[a-z_]+\(`, // add_to_cart(2)
    String.raw`\{\{[^{}]*\}\}|\{%`,
    String.raw`[-=#*]{2,}\s*\[?(?:begin|end|start)\s+(?:of\s+)?(?:the\s+)?(?:system|prompt|instructions?|ads?|advert\w*|context|tool|results?|untrusted|trusted|data|copy|input|conversation|user|message)\b`,
  ].join('|'),
  'i',
)

const LINK = new RegExp(
  [
    String.raw`\]\s?\(\s*<?[^\s()]*[./:#?]`, // [here](https://…), ![](…)
    String.raw`\[[^\]]{1,80}\]:\s*<?(?:https?:|//|www\.|[\w-]+\.[a-z]{2,})`, // [1]: https://…
    String.raw`<(?:https?|mailto|ftp|tel):`,
    String.raw`!\[[^\]]*\]`,
    String.raw`https?://\S*(?:[{[<]|\$\(|%7b)`, // filled in by whoever reads it
    String.raw`javascript:\S|data:[a-z]+/[a-z]`,
    String.raw`\[/?(?:url|img|link)(?:=|\])`,
  ].join('|'),
  'i',
)

/** An unclosed one counts up to the end, as a browser reads it. */
const TAGS = /<(\/?)\s?([a-z][a-z0-9:_-]*)((?:[\s/][^<>]*)?)(?:>|$)/gi
const SPEAKERS = new Set(
  'system assistant user human tool tools function functions instruction instructions prompt ad ads context message messages developer think thinking tool_call tool_result document documents untrusted data result results inst sys admin override important'.split(
    ' ',
  ),
)
const LOADING = new Set(
  'a img image script iframe frame svg video audio source object embed link meta form input button base area map style picture track portal'.split(
    ' ',
  ),
)
const LOADING_ATTRIBUTE = /\b(?:href|src|srcset|on\w+|style|action|background)\s*=/i
const FORMATTING = new Set(
  'b i u p br hr em strong ul ol li dl dt dd span div font center small big sub sup h1 h2 h3 h4 h5 h6 table tbody thead tr td th pre blockquote section article header footer q cite mark del ins abbr'.split(
    ' ',
  ),
)

const SPEAKER =
  /(?:^|[.!?\n>\])}"'*|·–—-]\s*)(?:(?:new|urgent|important|latest)\s)?(?:system|assistant|user|human|developer|admin|ai|llm|chatgpt|tool|systeme|système|sistema|systeem|assistent|asistente|assistente|nutzer|utilisateur|usuario|usuário|utente|gebruiker|система|ассистент|пользователь|系统|系統|助手|用户|システム|アシスタント|ユーザー)(?:[\s-]{1,2}(?:message|prompt|note|override|instructions?|update|notice|alert|command|nachricht|hinweis|mensaje|mensagem|messaggio|bericht|сообщение))?\s?[:：]/iu
