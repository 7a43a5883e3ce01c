$(code())
