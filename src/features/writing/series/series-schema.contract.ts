// Loaded when someone starts to fill in the form.
export { SeriesChange } from './series.contract.ts'
