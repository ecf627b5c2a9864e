import './drift/cli/bin.ts'
