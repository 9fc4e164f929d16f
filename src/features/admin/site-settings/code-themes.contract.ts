import type { CodeTheme } from './look-names.contract.ts'

/** The design tokens for code, without their `code-` prefix. */
type CodeTokens = Record<
  'paper' | 'ink' | 'comment' | 'keyword' | 'string' | 'number' | 'name' | 'type' | 'meta' | 'added' | 'removed',
  string
>

export const codeThemeLabels: Record<CodeTheme, string> = {
  devstead: 'Devstead',
  github: 'GitHub',
  solarized: 'Solarized',
  dracula: 'Dracula',
}

/** Devstead's own colors are in src/ui/tokens.css. The others are named after the themes that they are based on;
 *  colors with too little contrast were made lighter or darker. */
const themes: Record<Exclude<CodeTheme, 'devstead'>, Record<'light' | 'dark', CodeTokens>> = {
  github: {
    light: {
      paper: '#f6f8fa',
      ink: '#1f2328',
      comment: '#59636e',
      keyword: '#cf222e',
      string: '#0a3069',
      number: '#0550ae',
      name: '#6639ba',
      type: '#953800',
      meta: '#116329',
      added: '#dafbe1',
      removed: '#ffebe9',
    },
    dark: {
      paper: '#151b23',
      ink: '#f0f6fc',
      comment: '#9198a1',
      keyword: '#ff7b72',
      string: '#a5d6ff',
      number: '#79c0ff',
      name: '#d2a8ff',
      type: '#ffa657',
      meta: '#7ee787',
      added: '#12261e',
      removed: '#2d1618',
    },
  },
  solarized: {
    light: {
      paper: '#fdf6e3',
      ink: '#546970',
      comment: '#5b6868',
      keyword: '#5e6d00',
      string: '#00736c',
      number: '#bf1e72',
      name: '#006aa8',
      type: '#816100',
      meta: '#5a5eaf',
      added: '#e6f0cf',
      removed: '#fbe0d3',
    },
    dark: {
      paper: '#002b36',
      ink: '#93a1a1',
      comment: '#889fa6',
      keyword: '#91a61f',
      string: '#3aaca3',
      number: '#ff62a8',
      name: '#42a2ea',
      type: '#c2951f',
      meta: '#8e95eb',
      added: '#0d3a2c',
      removed: '#3a2a2c',
    },
  },
  dracula: {
    light: {
      paper: '#fffbeb',
      ink: '#1f1f1f',
      comment: '#6c664b',
      keyword: '#a3144d',
      string: '#7c6604',
      number: '#644ac9',
      name: '#14710a',
      type: '#036a96',
      meta: '#a34d14',
      added: '#e3f5d4',
      removed: '#fde2df',
    },
    dark: {
      paper: '#282a36',
      ink: '#f8f8f2',
      comment: '#91a3d8',
      keyword: '#ff79c6',
      string: '#f1fa8c',
      number: '#bd93f9',
      name: '#50fa7b',
      type: '#8be9fd',
      meta: '#ffb86c',
      added: '#1f4030',
      removed: '#4a2633',
    },
  },
}

/** Returns the design tokens of the theme; empty for Devstead's own. */
export function codeTokens(theme: CodeTheme, scheme: 'light' | 'dark'): Record<string, string> {
  if (theme === 'devstead') return {}
  return Object.fromEntries(Object.entries(themes[theme][scheme]).map(([name, value]) => [`code-${name}`, value]))
}
