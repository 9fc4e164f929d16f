/** Prints a line of the result. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Prints the value as JSON for scripts, or the text for people. */
export const printResult = (isJson: boolean | undefined, value: unknown, text: string): void =>
  print(isJson ? JSON.stringify(value, null, 2) : text)

/** Formats rows as columns of equal width. Numbers are aligned to the right. */
export function columns(rows: readonly (readonly (string | number)[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => String(row[index]).length)))
  return rows
    .map((row) =>
      row
        .map((cell, index) =>
          typeof cell === 'number' ? String(cell).padStart(widths[index]!) : cell.padEnd(widths[index]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
