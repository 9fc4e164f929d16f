/** A demo member. All of them are fictional, including their GitHub usernames. */
export interface DemoPerson {
  username: string
  fullName: string
  title: string
  bio: string
  githubUsername: string
  skills: string[]
  joinedDaysAgo: number
}

/** The first one becomes the site's owner. */
export const people: DemoPerson[] = [
  {
    username: 'mirela',
    fullName: 'Mirela Dobrescu',
    title: 'Staff engineer · databases and the web around them',
    bio: `I build small, fast web applications on one PostgreSQL and write about what I measure along the way. Fifteen years of back ends: a ticket office, a hospital's waiting lists, a map of every tram in a mid-sized city.

I run this site. If something here is slow, it is my fault and I would love to hear about it. Away from the keyboard I mend film cameras and lose at chess to my daughter.`,
    githubUsername: 'mirela-dobrescu-example',
    skills: ['PostgreSQL', 'TypeScript', 'Node.js', 'SQL', 'Performance', 'HTTP caching', 'Linux', 'Technical writing'],
    joinedDaysAgo: 126,
  },
  {
    username: 'tunde',
    fullName: 'Tunde Afolabi',
    title: 'Site reliability engineer',
    bio: 'I look after payment systems in Lagos and read other people’s post-mortems for fun. Mostly harmless before the first coffee. Ask me about heap snapshots, clock skew, or where to find the best suya.',
    githubUsername: 'tunde-afolabi-example',
    skills: ['Kubernetes', 'Node.js', 'Observability', 'Go', 'Incident response', 'Bash'],
    joinedDaysAgo: 122,
  },
  {
    username: 'ines',
    fullName: 'Inês Carvalhal',
    title: 'Front-end engineer and design systems',
    bio: 'Porto. I draw interfaces, then build them, then delete half. CSS is my first language, Portuguese my second.',
    githubUsername: 'ines-carvalhal-example',
    skills: ['CSS', 'TypeScript', 'React', 'Design systems', 'Figma', 'Animation'],
    joinedDaysAgo: 121,
  },
  {
    username: 'lotte',
    fullName: 'Lotte van Heemst',
    title: 'Compiler engineer, hobby language designer',
    bio: 'By day I make a build tool less slow, by night I work on Wren’s Nest, a tiny expression language for spreadsheets that no one asked for. Utrecht, bicycles, error messages.',
    githubUsername: 'lotte-vanheemst-example',
    skills: ['Rust', 'Parsing', 'WebAssembly', 'LLVM', 'Error messages'],
    joinedDaysAgo: 120,
  },
  {
    username: 'saoirse',
    fullName: 'Saoirse Brannigan',
    title: 'Accessibility engineer',
    bio: 'I test with screen readers so that you do not have to guess. You should still try it once. Galway. I swim in the sea all year, which explains my opinions on comfort.',
    githubUsername: 'saoirse-brannigan-example',
    skills: ['Accessibility', 'ARIA', 'HTML', 'Screen readers', 'Usability testing', 'JavaScript'],
    joinedDaysAgo: 119,
  },
  {
    username: 'devraj',
    fullName: 'Devraj Kulkarni',
    title: 'Back-end engineer',
    bio: 'Go services, message queues, and a strong belief in boring technology. Pune. I maintain a small library for retries and wish I did not have to.',
    githubUsername: 'devraj-kulkarni-example',
    skills: ['Go', 'PostgreSQL', 'Distributed systems', 'gRPC', 'Testing'],
    joinedDaysAgo: 118,
  },
  {
    username: 'kaito',
    fullName: 'Kaito Hoshizawa',
    title: 'Embedded systems developer',
    bio: 'Microcontrollers, radios, solder. I measure current in microamperes and time in years. Sendai.',
    githubUsername: 'kaito-hoshizawa-example',
    skills: ['C', 'Rust', 'Embedded', 'LoRaWAN', 'KiCad', 'Soldering'],
    joinedDaysAgo: 117,
  },
  {
    username: 'nilufar',
    fullName: 'Nilufar Rashidova',
    title: 'Mobile and test engineer',
    bio: 'Kotlin on phones, patience in CI. I collect flaky tests the way others collect stamps. Tashkent, currently learning to make pottery that holds water.',
    githubUsername: 'nilufar-rashidova-example',
    skills: ['Kotlin', 'Android', 'Test automation', 'CI', 'Swift'],
    joinedDaysAgo: 116,
  },
  {
    username: 'amaru',
    fullName: 'Amaru Quispe',
    title: 'Data engineer',
    bio: 'I move data from where it is to where it is useful, and count it on the way. Arequipa. Python, DuckDB, long walks at altitude.',
    githubUsername: 'amaru-quispe-example',
    skills: ['Python', 'SQL', 'DuckDB', 'Airflow', 'Statistics'],
    joinedDaysAgo: 114,
  },
  {
    username: 'henrik',
    fullName: 'Henrik Sundvall',
    title: 'Engineering lead at Tidvatten',
    bio: 'I lead eleven people who write timetables for small ferries. Used to write Java, now mostly write agendas, still review code on Fridays. Gothenburg.',
    githubUsername: 'henrik-sundvall-example',
    skills: ['Leadership', 'Hiring', 'Java', 'TypeScript', 'Scheduling'],
    joinedDaysAgo: 112,
  },
]
