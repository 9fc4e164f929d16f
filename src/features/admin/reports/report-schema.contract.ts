// Loaded when someone starts to fill in the form.
export { NewReport } from './reports.contract.ts'
