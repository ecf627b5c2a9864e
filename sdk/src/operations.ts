export * from './generated/operations.gen.ts'
