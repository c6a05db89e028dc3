// Triggers by which the database itself refuses to change or drop what is written once.

/** Refuses changes of a table's rows; `columns` narrows which changes of a row are refused. */
export function appendOnly(table: string, columns = ''): string {
  return `
    CREATE TRIGGER ${table}_never_change BEFORE UPDATE ${columns && `OF ${columns}`} ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;
    CREATE TRIGGER ${table}_never_go BEFORE DELETE ON ${table}
    BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END;`
}

/** Lets a schema step put rows right; it makes the triggers anew when it is done. */
export function notAppendOnly(table: string): string {
  return `DROP TRIGGER ${table}_never_change; DROP TRIGGER ${table}_never_go;`
}
