/** Errors whose message tells the operator what to do. By name, because importing the classes would load the
 *  application. */
const names = new Set([
  'AddressSourceError',
  'AppError',
  'BackupError',
  'ConfigError',
  'DatabaseError',
  'MigrationError',
  'SealingKeyError',
  'SourceError',
  'StartError',
  'UsageError',
])

/** Reports whether the message is for the operator, who does not need the stack. */
export const isForOperator = (error: Error): boolean => names.has(error.name)
