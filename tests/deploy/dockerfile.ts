/** An instruction in a Dockerfile, such as `COPY --from=build a b`. */
export interface Instruction {
  name: string
  /** Such as `{ from: 'build' }`. */
  flags: Record<string, string>
  /** The arguments as written, but without flags or line breaks. */
  text: string
}
export interface Stage {
  image: string
  name: string | null
  platform: string | null
  instructions: Instruction[]
}

/** Parses the subset of the Dockerfile syntax that this project uses. Reference:
 *  https://docs.docker.com/reference/dockerfile/ @throws Error for a line that is not an instruction in a stage */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of logicalLines(text)) {
    const instruction = parseInstruction(line)
    if (instruction.name === 'FROM') stages.push(stageOf(instruction))
    else if (stages.length === 0) throw new Error(`The Dockerfile has no stage before: ${line}`)
    else stages.at(-1)!.instructions.push(instruction)
  }
  return stages
}

/** Joins continued lines and removes comments. */
function logicalLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
}

function parseInstruction(line: string): Instruction {
  const [, name, flags = '', text] = /^([A-Z]+)((?: +--[\w-]+=\S+)*) +(.+)$/.exec(line) ?? []
  if (!name || !text) throw new Error(`Not an instruction: ${line}`)
  const pairs = [...flags.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag, value]) => [flag!, value!])
  return { name, flags: Object.fromEntries(pairs), text: text.trim() }
}

function stageOf({ text, flags }: Instruction): Stage {
  const [, image, name] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? []
  if (!image) throw new Error(`Not an image: ${text}`)
  return { image, name: name ?? null, platform: flags['platform'] ?? null, instructions: [] }
}

/** Parses `a=b c="d e"`. */
export function pairsOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)]
  return Object.fromEntries(pairs.map(([, name, quoted, plain]) => [name!, quoted ?? plain!]))
}

/** Parses the exec form of a command, a JSON array. */
export const execForm = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

/** Returns a COPY instruction's sources and destination. */
export function copyOf({ text }: Instruction): { sources: string[]; target: string } {
  const words = text.split(/ +/)
  return { sources: words.slice(0, -1), target: words.at(-1)! }
}

/** Returns a function that reports whether .dockerignore excludes a file from the build. The last matching pattern wins;
 *  a pattern that matches a folder applies to everything in it. */
export function ignoredBy(dockerignore: string): (file: string) => boolean {
  const patterns = dockerignore.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  return (file) => {
    const parts = file.split('/')
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
    const last = patterns.findLast((pattern) => paths.some((one) => globOf(pattern.replace(/^!/, '')).test(one)))
    return last !== undefined && !last.startsWith('!')
  }
}

/** In .dockerignore, unlike in a shell, `*` also matches names that start with a dot. */
function globOf(pattern: string): RegExp {
  const parts = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' }
  return new RegExp(`^${pattern.replaceAll(/\*\*\/|[*.]/g, (part) => parts[part as keyof typeof parts])}$`)
}
