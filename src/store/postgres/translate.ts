// Turns the store's statements, which are SQLite's, into PostgreSQL's.
//
// They are written so that little has to be turned: marks of parameters, functions of JSON and of sums, and what is said to SQLite's
// planner alone. Texts in quotes stay as they are.

/** Functions that PostgreSQL calls otherwise, with what becomes of their arguments. */
const CALLS: Readonly<Record<string, (args: readonly string[], name: string) => string>> = {
  json_extract: ([json, path]) => `(${readable(json!)}::json #>> '{${path!.slice(3, -1).replaceAll('.', ',')}}')`,
  json_each: ([json]) => `json_array_elements_text(${json}::json)`,
  json_object: objectOf,
  json_array: (args) => `('[' || concat_ws(',', ${args.map((arg) => `to_json(${arg})`).join(', ')}) || ']')`,
  json_group_array: ([value]) => `('[' || string_agg(${value}, ',') || ']')::json`,
  group_concat: ([value]) => `string_agg(${value}, chr(10))`,
  hex: ([bytes]) => `encode(${bytes}, 'hex')`,
  // Sums of whole numbers are of any size here.
  total: ([value]) => `coalesce(sum(${value}), 0)`,
  min: (args, name) => `${args.length === 1 ? name : 'least'}(${args.join(', ')})`,
  max: (args, name) => `${args.length === 1 ? name : 'greatest'}(${args.join(', ')})`,
}

/**
 * One line of JSON without spaces, as SQLite writes it, so that the hashes of a ledger are the same in either database.
 * A column of floats is marked by its name: SQLite writes a whole one with `.0`.
 */
function objectOf(args: readonly string[]): string {
  const columns: string[] = []
  for (let i = 0; i < args.length; i += 2) {
    const [name, value] = [args[i]!.slice(1, -1), args[i + 1]!]
    const typed = value.startsWith("'") ? `${value}::text` : name === 'revenueShare' ? floatOf(value) : value
    columns.push(`${typed} AS "${name}"`)
  }
  return `(SELECT row_to_json(o)::text FROM (SELECT ${columns.join(', ')}) o)`
}

function floatOf(value: string): string {
  return `(CASE WHEN ${value} = trunc(${value}) THEN ${value}::bigint || '.0' ELSE ${value}::text END)::json`
}

/** JSON may escape what texts cannot hold here, the character of the number 0 or half of a pair: of one that does, nothing could be read. */
function readable(json: string): string {
  const [escaped, plain] = [String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`, String.raw`\1` + '\uFFFD']
  return `regexp_replace(${json}, '${escaped}', '${plain}', 'g')`
}

const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\?\d*|[A-Za-z_][\w.]*|\s+|[\s\S]/g

/** @returns the statement as PostgreSQL takes it, with `$1`, `$2` … for its parameters */
export function translate(sql: string): string {
  const tokens = sql.replaceAll(/--.*$/gm, '').match(TOKEN) ?? []
  let at = 0
  let parameters = 0
  return turned(read())

  /** Reads to the end, or to the bracket that closes what was opened before. */
  function read(): string {
    let text = ''
    while (at < tokens.length) {
      const token = tokens[at++]!
      if (token === ')') {
        at--
        return text
      }
      if (token === '(') text += `(${inBrackets()})`
      else if (token[0] === '?') text += `$${token === '?' ? ++parameters : token.slice(1)}`
      else if (tokens[at] === '(' && Object.hasOwn(CALLS, token)) {
        at++
        text += CALLS[token]!(argumentsOf(inBrackets()), token)
      } else text += token
    }
    return text
  }

  function inBrackets(): string {
    const inner = read()
    at++
    return inner
  }
}

/** Splits at the commas that stand in no bracket and no text. */
function argumentsOf(text: string): string[] {
  const found = ['']
  let depth = 0
  for (const token of text.match(TOKEN) ?? []) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) found.push('')
    else found[found.length - 1] += token
  }
  return found.map((argument) => argument.trim())
}

function turned(sql: string): string {
  return (
    sql
      .replaceAll(/\bCROSS JOIN (\S+ \w+ ON)/g, 'JOIN $1')
      // A plus before a column keeps SQLite from going by its index. Before a number it does so here, too, and before a text it is a fault.
      .replaceAll(/\+((?:\w\.)?kind)\b/g, "($1 || '')")
      .replaceAll(/ GLOB '([^'*?]*)'/g, (_, pattern: string) => ` ~ '^${pattern}$'`)
      // Names without quotes would lose their capitals.
      .replaceAll(/ AS ([a-z]+[A-Z]\w*)/g, ' AS "$1"')
      .replaceAll(/(json_array_elements_text\([^()]*\)) n\b/g, '$1 AS n(value)')
      // As a list it is looked up in an index, whatever the planner believes of how long it is.
      .replaceAll(
        /\bIN \(SELECT n\.value FROM (json_array_elements_text\([^()]*\)) AS n\(value\)\)/g,
        '= ANY(ARRAY(SELECT $1))',
      )
      .replace(/^BEGIN IMMEDIATE$/, 'BEGIN')
  )
}
