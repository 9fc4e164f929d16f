import { Chip } from '#ui/chip.tsx'

/** A member's skills. */
export const SkillList = ({ skills }: { skills: readonly string[] }) => (
  <ul className="chips">
    {skills.map((skill) => (
      <li key={skill}>
        <Chip>{skill}</Chip>
      </li>
    ))}
  </ul>
)
