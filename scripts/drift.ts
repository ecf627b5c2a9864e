import './drift/bin.ts'
