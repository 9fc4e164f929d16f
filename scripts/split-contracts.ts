import { type ESTree, parseSync, type Plugin, Visitor } from 'vite'

const plainQuery = '?plain'
const schemasQuery = '?schemas'

/** Splits each contract into two modules for the browser, so that pages that only call its endpoints load neither its
 *  schemas nor zod: one with everything that needs a schema, and one with the rest. Runs on JavaScript, after types have
 *  been removed. */
export const splitContracts = (): Plugin => ({
  name: 'split-contracts',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: {
    filter: { id: /\.contract\.ts(?:\?plain|\?schemas)?$/ },
    handler(code, id) {
      const [file = '', query] = id.split('?', 2)
      const parts = splitContract(code, file)
      const part = query === undefined ? parts.facade : query === 'plain' ? parts.plain : parts.schemas
      return { code: part, map: null, moduleSideEffects: false }
    },
  },
})

interface Parts {
  /** Replaces the contract: exports what the other two do. */
  facade: string
  plain: string
  /** Imports from `plain`, never the other way around. */
  schemas: string
}

/** @param file path under which the parts import each other */
export function splitContract(code: string, file: string): Parts {
  const { program } = parseSync('contract.js', code)
  const statements = program.body.map((node) => statementOf(node, program))
  const needSchemas = schemaStatements(statements)
  const isSplit = (one: Statement) => needSchemas.has(one)
  const textOf = (those: Statement[]) => those.map(({ start, end }) => code.slice(start, end)).join('\n')
  const imports = statements.filter(({ kind }) => kind === 'import')
  const reExports = statements.filter(({ kind }) => kind === 're-export')
  const plain = statements.filter((one) => one.kind === 'other' && !isSplit(one))
  const schemas = statements.filter(isSplit)
  const shared = plain.flatMap(({ names }) => names).filter((name) => schemas.some(({ uses }) => uses.has(name)))
  const ownNames = shared.filter((name) => !exportsOf(plain).includes(name))
  const list = (keyword: string, names: string[], query: string) =>
    names.length === 0 ? '' : `${keyword} { ${names.join(', ')} } from ${JSON.stringify(file + query)}\n`
  return {
    facade: `${textOf(reExports)}\n${list('export', exportsOf(plain), plainQuery)}${list('export', exportsOf(schemas), schemasQuery)}`,
    plain: `${textOf([...imports, ...plain])}\n${ownNames.length === 0 ? '' : `export { ${ownNames.join(', ')} }\n`}`,
    schemas: `${list('import', shared, plainQuery)}${textOf([...imports, ...schemas])}\n`,
  }
}

const exportsOf = (those: Statement[]): string[] => those.flatMap(({ isExported, names }) => (isExported ? names : []))

type Node = ESTree.Directive | ESTree.Statement

interface Statement {
  start: number
  end: number
  kind: 'import' | 're-export' | 'other'
  isExported: boolean
  /** Names that the statement declares. */
  names: string[]
  /** Names that occur in the statement. */
  uses: Set<string>
}

function statementOf(node: Node, program: ESTree.Program): Statement {
  const declared = (node.type === 'ExportNamedDeclaration' && node.declaration) || node
  const uses = new Set<string>()
  new Visitor({ Identifier: ({ name }) => void uses.add(name) }).visit({ ...program, body: [node] })
  return {
    start: node.start,
    end: node.end,
    kind: node.type === 'ImportDeclaration' ? 'import' : isReExport(node) ? 're-export' : 'other',
    isExported: node.type === 'ExportNamedDeclaration',
    names: namesOf(declared),
    uses,
  }
}

const isReExport = (node: Node | ESTree.Declaration): boolean =>
  node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null)

/** @throws Error for declarations that this plugin does not support, and contracts do not need */
function namesOf(node: Node | ESTree.Declaration): string[] {
  if (node.type === 'ImportDeclaration' || isReExport(node)) return []
  if (node.type === 'FunctionDeclaration' && node.id) return [node.id.name]
  if (node.type === 'VariableDeclaration')
    return node.declarations.map(({ id }) => {
      if (id.type === 'Identifier') return id.name
      throw new Error('Contracts may not use destructuring in their top-level declarations.')
    })
  if (node.type === 'ExpressionStatement' || node.type === 'EmptyStatement') return []
  throw new Error(`Contracts may only contain imports, functions, and variables, not a ${node.type}.`)
}

/** Returns the statements that use zod, directly or through other statements. */
function schemaStatements(statements: Statement[]): Set<Statement> {
  const found = new Set<Statement>()
  const names = new Set(['z'])
  for (;;) {
    const next = statements.find(
      (one) => one.kind === 'other' && !found.has(one) && [...one.uses].some((name) => names.has(name)),
    )
    if (!next) return found
    found.add(next)
    next.names.forEach((name) => names.add(name))
  }
}
